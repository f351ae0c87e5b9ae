// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/navmesh.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "navmesh_state.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/scene_frame.h"
#include "plumb/pipeline/text.h"

namespace plumb {
namespace {

pipeline::Error write_failed() {
  return {pipeline::ErrorCode::cannot_write, "the stream takes no more; give one that does", "", 0};
}

pipeline::Change change_of(const AreaChange& change) {
  using To = pipeline::Change::Kind;
  static constexpr To kinds[] = {To::block, To::unblock, To::set_cost, To::add_cost, To::tag, To::untag};
  return {kinds[static_cast<std::size_t>(change.kind)], mpq_class(change.cost.get()), change.tag};
}

pipeline::Result<pipeline::UpdateArea> area_of(const std::vector<ScenePoint>& corners, const AreaChange& change,
                                               pipeline::UpAxis up) {
  kernel::PlanRing ring;
  for (const ScenePoint& corner : corners) {
    const pipeline::ExactPoint p = pipeline::navmesh_point(corner, up);
    ring.push_back({p[0], p[1]});
  }
  std::optional<pipeline::HeightRange> heights;
  if (const auto& given = change.heights) heights = {mpq_class((*given)[0].get()), mpq_class((*given)[1].get())};
  return pipeline::make_update_area(ring, std::move(heights));
}

}  // namespace

Navmesh::Navmesh(Navmesh&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Navmesh& Navmesh::operator=(Navmesh&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Navmesh::~Navmesh() { delete state_; }

Reply<Navmesh> Navmesh::of(pipeline::NavMesh data) {
  if (const auto error = State::unfit(data, pipeline::ErrorCode::bad_scene, "")) return *error;
  return Navmesh(new State(std::move(data)));
}

Reply<Navmesh> Navmesh::read(const char* path) {
  auto mesh = pipeline::read_nav_mesh_json(path);
  if (!mesh) return mesh.error();
  if (const auto error = State::unfit(*mesh, pipeline::ErrorCode::syntax, path)) return *error;
  return Navmesh(new State(std::move(*mesh)));
}

Reply<Navmesh> Navmesh::read(std::istream& in, const char* name) {
  auto mesh = pipeline::read_nav_mesh_json(in, name);
  if (!mesh) return mesh.error();
  if (const auto error = State::unfit(*mesh, pipeline::ErrorCode::syntax, name)) return *error;
  return Navmesh(new State(std::move(*mesh)));
}

Reply<Navmesh> Navmesh::read(const void* bytes, std::size_t size, const char* name) {
  std::istringstream in(std::string(static_cast<const char*>(bytes), size));
  return read(in, name);
}

pipeline::UpAxis Navmesh::up() const { return state_->up(); }
int Navmesh::stances() const { return static_cast<int>(state_->info().stances.size()); }
Fraction Navmesh::radius() const { return state_->info().radius; }
Fraction Navmesh::step() const { return state_->info().step; }

const char* Navmesh::stance_name(int stance) const {
  require_stance(state_->info(), stance);
  return state_->info().stances[static_cast<std::size_t>(stance) - 1].name.c_str();
}
Fraction Navmesh::stance_height(int stance) const {
  require_stance(state_->info(), stance);
  return state_->info().stances[static_cast<std::size_t>(stance) - 1].height;
}
std::optional<int> Navmesh::stance_of(const char* name) const {
  const auto& all = state_->info().stances;
  const auto at = std::ranges::find(all, name, &pipeline::Stance::name);
  if (at == all.end()) return std::nullopt;
  return static_cast<int>(at - all.begin()) + 1;
}

std::vector<Navmesh::Component> Navmesh::components(int stance) const {
  std::vector<Component> out;
  for (pipeline::SurfaceQuery::Component& c : state_->places(stance).components())
    out.push_back({std::move(c.cells), c.area});
  return out;
}

Fraction Navmesh::area(int stance) const {
  mpq_class sum = 0;
  for (const auto& c : state_->places(stance).components()) sum += c.area;
  return sum;
}

std::string Navmesh::text() const {
  const pipeline::NavMeshInfo& info = state_->info();
  std::string out = "Navmesh" + (info.scene.empty() ? "" : " of " + info.scene) + ", " + text_of(info.up) + " up";
  const auto count = std::ranges::count_if(state_->mesh().cells, [](const auto& c) { return c.open_to() > 0; });
  out += ": " + pipeline::counted_text(static_cast<std::uint64_t>(count), "cell");
  for (int s = 1; s <= stances(); ++s)
    out += ", " + info.stances[static_cast<std::size_t>(s) - 1].name + " (" +
           kernel::exact_text(info.stances[static_cast<std::size_t>(s) - 1].height) + ") area " +
           kernel::decimal_text(mpq_class(area(s).get()));
  return out;
}

void Navmesh::prepare_paths(int stance) {
  require_stance(state_->info(), stance);
  state_->prepare_paths(stance);
}

Reply<Navmesh::UpdateId> Navmesh::update(const std::vector<ScenePoint>& corners, const AreaChange& change) {
  auto area = area_of(corners, change, up());
  if (!area) return area.error();
  const auto id = state_->updates().update(std::move(*area), change_of(change));
  if (!id) return id.error();
  state_->changed(true);
  return *id;
}

Reply<Navmesh::UpdateId> Navmesh::prepare(const std::vector<ScenePoint>& corners, const AreaChange& change) {
  auto area = area_of(corners, change, up());
  if (!area) return area.error();
  const auto id = state_->updates().prepare(std::move(*area), change_of(change));
  if (!id) return id.error();
  state_->changed(true);
  return *id;
}

bool Navmesh::enable(UpdateId id) {
  if (!state_->has_updates() || !state_->updates().enable(id)) return false;
  state_->changed();
  return true;
}
bool Navmesh::disable(UpdateId id) {
  if (!state_->has_updates() || !state_->updates().disable(id)) return false;
  state_->changed();
  return true;
}
bool Navmesh::revert(UpdateId id) {
  if (!state_->has_updates() || !state_->updates().revert(id)) return false;
  state_->changed(true);
  return true;
}
void Navmesh::renew() {
  if (!state_->has_updates()) return;
  state_->updates().renew();
  state_->changed(true);
}

Done Navmesh::follow(pipeline::NavMesh data) {
  if (const auto error = state_->follow(std::move(data))) return *error;
  return {};
}

Done Navmesh::write_json(const char* path) const {
  auto file = pipeline::AtomicFile::create(path);
  if (!file) return file.error();
  pipeline::Progress silent;
  export_json(*file, data(), silent);
  if (const auto error = file->close()) return *error;
  if (const auto error = file->commit()) return *error;
  return {};
}

Done Navmesh::write_json(std::ostream& stream) const {
  pipeline::StreamOutput out(stream);
  pipeline::Progress silent;
  export_json(out, data(), silent);
  if (!stream) return write_failed();
  return {};
}

const pipeline::NavMesh& Navmesh::data() const { return state_->data(); }

}  // namespace plumb
