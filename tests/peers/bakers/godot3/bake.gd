# SPDX-License-Identifier: GPL-3.0-or-later
# Bakes res://level.txt (nine numbers a triangle) with the properties of res://options.txt into res://navmesh.tres.
# Godot 3.2 bakes in its editor alone, so this is a plugin of the project that bake.py writes.
tool
extends EditorPlugin

func text_of(path):
	var file = File.new()
	file.open(path, File.READ)
	return file.get_as_text()

func _ready():
	var numbers = PoolRealArray(text_of("res://level.txt").replace("\n", " ").split_floats(" ", false))
	var corners = PoolVector3Array()
	for i in range(0, numbers.size() - 2, 3):
		corners.push_back(Vector3(numbers[i], numbers[i + 1], numbers[i + 2]))
	var arrays = []
	arrays.resize(ArrayMesh.ARRAY_MAX)
	arrays[ArrayMesh.ARRAY_VERTEX] = corners
	var level = ArrayMesh.new()
	level.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	var instance = MeshInstance.new()
	instance.mesh = level
	var root = NavigationMeshInstance.new()
	root.add_child(instance)
	add_child(root)
	var mesh = NavigationMesh.new()
	for line in text_of("res://options.txt").split("\n", false):
		var words = line.split(" ")
		mesh.set(words[0], float(words[1]))
	Engine.get_singleton("NavigationMeshGenerator").bake(mesh, root)
	ResourceSaver.save("res://navmesh.tres", mesh)
	var file = File.new()
	file.open("res://polygons.txt", File.WRITE)
	file.store_string(str(mesh.get_polygon_count()))
	file.close()
	get_tree().quit()
