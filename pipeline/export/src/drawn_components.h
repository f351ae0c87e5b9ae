// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/svg_layout.h"

namespace plumb::pipeline {

/// What of a level a drawing shows: the largest component of the lowest stance and what is around it, to half its
/// greater side, or around several, if more than a hundredth of the area were farther out. A crumb far out would make
/// all else tiny.
class DrawnComponents {
 public:
  DrawnComponents(DerivedMesh& mesh, const std::vector<Storey>& storeys);

  const svg::View& view() const { return view_; }
  /// The storeys without cells that lie wholly outside of the view; those that are left without any are left out.
  std::vector<Storey> shown(const std::vector<Storey>& storeys) const;
  /// A line about the components that lie wholly outside of the view; empty if there are none.
  std::string not_shown(UpAxis up) const;

 private:
  struct Component {
    double area = 0;
    svg::View box;
  };

  static svg::View room_for(const std::vector<Component>& by_area);

  std::vector<Component> outside_;  // by area, the greatest first
  svg::View view_;
};

}  // namespace plumb::pipeline
