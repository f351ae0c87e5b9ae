# SPDX-License-Identifier: GPL-3.0-or-later
# Reads a .tres of a NavigationMesh, makes one in Godot 3, and says for pairs of places whether Godot finds a path.
# usage: godot3-server --path FOLDER -s godot_paths.gd   FOLDER has x.tres, and x.pairs: a line of six numbers each. Prints "path" or "none" for each.
# Godot 3 has a grid of its own for corners, a hundredth of a unit wide: the mesh is scaled so that this is its cell_size.
extends SceneTree

const OWN_CELL = 0.01

func text_of(path):
	var file = File.new()
	file.open(path, File.READ)
	return file.get_as_text()

func list_of(text, name, open, close):
	var at = text.find("\n" + name + " = " + open)
	var begin = at + name.length() + open.length() + 4
	return text.substr(begin, text.find(close + "\n", begin) - begin)

func _init():
	var text = text_of("res://x.tres")
	var scale = OWN_CELL / float(list_of(text, "cell_size", "", ""))
	var vertices = PoolVector3Array()
	var flat = list_of(text, "vertices", "PackedVector3Array(", ")").split_floats(",", false)
	for i in range(0, flat.size(), 3):
		vertices.push_back(Vector3(flat[i], flat[i + 1], flat[i + 2]) * scale)
	var mesh = NavigationMesh.new()
	mesh.set_vertices(vertices)
	for ring in list_of(text, "polygons", "[", "]").split("PackedInt32Array(", false):
		var polygon = PoolIntArray()
		for corner in ring.substr(0, ring.find(")")).split(",", false):
			polygon.push_back(int(corner))
		mesh.add_polygon(polygon)
	var navigation = Navigation.new()
	navigation.navmesh_add(mesh, Transform())
	for line in text_of("res://x.pairs").split("\n", false):
		var n = line.split_floats(" ", false)
		var path = navigation.get_simple_path(Vector3(n[0], n[1], n[2]) * scale, Vector3(n[3], n[4], n[5]) * scale, true)
		print("path" if path.size() > 0 else "none")
	navigation.free()
	quit()
