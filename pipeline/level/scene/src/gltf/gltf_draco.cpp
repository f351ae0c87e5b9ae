// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes meshes that Draco has compressed, without allocating more than such data can be worth.
// Draco's own function (Decoder in <draco/compression/decode.h>) allocates memory for as many triangles as a few bytes
// claim, before it finds that they are not there. So its two decoders of meshes run under a budget here: Careful reads
// the claimed numbers ahead, and stops the decoder if it would exceed the budget.
#include "gltf/gltf_mesh.h"

#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>

#include <algorithm>

namespace plumb::pipeline::gltf {
namespace {

constexpr const char* damaged = "is damaged, or no mesh of Draco's; export the file again";

// How many bytes decoding may still allocate. Real meshes take some hundred times as much as their data.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : left_(bytes) {}
  // Whether `count` things of `each` bytes fit the budget; takes them from it. Once one did not fit, none does.
  bool take(std::uint64_t count, std::uint64_t each) {
    exceeded_ = exceeded_ || (each > 0 && count > left_ / each);
    if (!exceeded_) left_ -= count * each;
    return !exceeded_;
  }
  bool exceeded() const { return exceeded_; }

 private:
  std::uint64_t left_;
  bool exceeded_ = false;
};

// Takes from the budget what the triangles need that the data claims to have. The claim is read from a copy of the
// buffer, so that the decoder can read it again. Returns false if it cannot be read or does not fit.
bool take_connectivity(draco::MeshEdgebreakerDecoder&, draco::DecoderBuffer ahead, Budget& budget) {
  std::uint32_t vertices, faces;
  std::uint8_t seams;  // the number of attributes with seams of their own
  return draco::DecodeVarint(&vertices, &ahead) && draco::DecodeVarint(&faces, &ahead) && ahead.Decode(&seams) &&
         budget.take(faces, 200 + std::uint64_t{60} * seams) && budget.take(vertices, 50);
}
bool take_connectivity(draco::MeshSequentialDecoder&, draco::DecoderBuffer ahead, Budget& budget) {
  std::uint32_t faces, points;
  return draco::DecodeVarint(&faces, &ahead) && draco::DecodeVarint(&points, &ahead) && budget.take(faces, 30) &&
         budget.take(points, 20);
}

// One of Draco's decoders, which stops before it allocates more than its budget.
template <class Decoder>
class Careful : public Decoder {
 public:
  explicit Careful(Budget& budget) : budget_(budget) {}

 protected:
  bool DecodeConnectivity() override {
    return take_connectivity(*this, *this->buffer(), budget_) && Decoder::DecodeConnectivity();
  }
  bool DecodeAllAttributes() override {
    // Each component takes 4 bytes while it is decoded and then the bytes of its type; predicting it takes 4 more.
    std::uint64_t bytes = 0;
    const draco::PointCloud& cloud = *this->point_cloud();
    for (std::int32_t i = 0; i < cloud.num_attributes(); ++i) {
      const draco::PointAttribute& a = *cloud.attribute(i);
      bytes += 16 + std::uint64_t{a.num_components()} *
                        (8 + static_cast<std::uint64_t>(std::max(draco::DataTypeLength(a.data_type()), 0)));
    }
    return budget_.take(cloud.num_points(), bytes) && Decoder::DecodeAllAttributes();
  }

 private:
  Budget& budget_;
};

template <class Decoder>
bool decode(std::string_view bytes, Budget& budget, draco::Mesh& mesh) {
  draco::DecoderBuffer buffer;
  buffer.Init(bytes.data(), bytes.size());
  const draco::DecoderOptions options;
  Careful<Decoder> decoder(budget);
  return decoder.Decode(options, &buffer, &mesh).ok();
}

void decode(const Field& compressed, std::string_view bytes, draco::Mesh& mesh) {
  draco::DecoderBuffer buffer;
  buffer.Init(bytes.data(), bytes.size());
  draco::DracoHeader header{};
  if (!draco::PointCloudDecoder::DecodeHeader(&buffer, &header).ok() || header.encoder_type != draco::TRIANGULAR_MESH)
    compressed.refuse(ErrorCode::syntax, damaged);
  if (header.version_major != 2 || header.version_minor != 2)
    compressed.refuse(ErrorCode::unsupported_format, "is of version " + std::to_string(header.version_major) + "." +
                                                         std::to_string(header.version_minor) +
                                                         " of Draco's format, of which glTF has 2.2; export it again");
  Budget budget((std::uint64_t{1} << 28) + 256 * bytes.size());
  const bool decoded = header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING
                           ? decode<draco::MeshSequentialDecoder>(bytes, budget, mesh)
                           : decode<draco::MeshEdgebreakerDecoder>(bytes, budget, mesh);
  if (budget.exceeded())
    compressed.refuse(ErrorCode::too_large, "says that so few bytes hold a mesh of gigabytes; export the file again");
  if (!decoded) compressed.refuse(ErrorCode::syntax, damaged);
}

std::optional<Component> component_of(draco::DataType type) {
  switch (type) {
    case draco::DT_FLOAT32: return Component::float32;
    case draco::DT_INT8: return Component::int8;
    case draco::DT_UINT8: return Component::uint8;
    case draco::DT_INT16: return Component::int16;
    case draco::DT_UINT16: return Component::uint16;
    default: return std::nullopt;
  }
}

void take_positions(const Field& compressed, const draco::PointAttribute* attribute, DracoMesh& out) {
  const auto component = attribute ? component_of(attribute->data_type()) : std::nullopt;
  if (!component || attribute->num_components() != 3)
    compressed.refuse(ErrorCode::syntax, "has no such POSITION as glTF allows in its data; export the file again");
  out.component = *component;
  const std::size_t size = bytes_of(*component);
  out.positions.reserve(3 * out.points);
  for (std::uint32_t p = 0; p < out.points; ++p) {
    const draco::AttributeValueIndex value = attribute->mapped_index(draco::PointIndex(p));
    if (value.value() >= attribute->size() ||
        static_cast<std::size_t>(attribute->GetBytePos(value)) + 3 * size > attribute->buffer()->data_size())
      compressed.refuse(ErrorCode::syntax, damaged);
    const char* at = reinterpret_cast<const char*>(attribute->GetAddress(value));
    for (std::size_t k = 0; k < 3; ++k) out.positions.push_back(stored_component(*component, at + k * size));
  }
}

}  // namespace

DracoMesh decode_draco(const Field& compressed, std::string_view bytes, std::optional<std::uint64_t> positions) {
  draco::Mesh mesh;
  decode(compressed, bytes, mesh);
  DracoMesh out;
  out.points = mesh.num_points();
  if (positions)
    take_positions(
        compressed,
        *positions <= 0xffffffff ? mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(*positions)) : nullptr, out);
  out.corners.reserve(3 * std::size_t{mesh.num_faces()});
  for (std::uint32_t f = 0; f < mesh.num_faces(); ++f)
    for (const draco::PointIndex& corner : mesh.face(draco::FaceIndex(f))) {
      if (corner.value() >= out.points) compressed.refuse(ErrorCode::syntax, damaged);
      out.corners.push_back(corner.value());
    }
  return out;
}

}  // namespace plumb::pipeline::gltf
