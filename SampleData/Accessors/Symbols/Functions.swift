import OpenCoreData

class Tag: NSManagedObject {
  @NSManaged func addToMovies(_ value: Movie)
  @NSManaged func addToMovies(_ values: NSSet)
  @NSManaged func removeFromMovies(_ value: Movie)
  @NSManaged func removeFromMovies(_ values: NSSet)
  @NSManaged func addToTags(_ value: Tag)
  @NSManaged func addToTags(_ values: Set<Tag>)
  @NSManaged func removeFromTags(_ value: Tag)
  @NSManaged func removeFromTags(_ values: Set<Tag>)
  @NSManaged func insertIntoScenes(_ value: Scene, at idx: Int)
  @NSManaged func removeFromScenes(at idx: Int)
  @NSManaged func insertIntoScenes(_ values: [Scene], at indexes: NSIndexSet)
  @NSManaged func removeFromScenes(at indexes: NSIndexSet)
  @NSManaged func replaceScenes(at idx: Int, with value: Scene)
  @NSManaged func replaceScenes(at indexes: NSIndexSet, with values: [Scene])
  @NSManaged func addToScenes(_ value: Scene)
  @NSManaged func removeFromScenes(_ value: Scene)
  @NSManaged func addToScenes(_ values: NSOrderedSet)
  @NSManaged func removeFromScenes(_ values: NSOrderedSet)
  @NSManaged func insertIntoTakes(_ values: NSArray, at indexes: IndexSet)
  @NSManaged func removeFromTakes(at indexes: IndexSet)
  @NSManaged func replaceTakes(at indexes: IndexSet, with values: NSArray)
  @NSManaged func addToTakes(_ values: [Scene])
  @NSManaged func removeFromTakes(_ values: [Scene])
}

public class Scene: NSManagedObject {}

extension Scene {
  @NSManaged public func addToTags(_ value: Scene)

  @NSManaged public func removeFromTags(_ value: Scene)

  @NSManaged public func addMoviesObject(_ value: Movie)
  @NSManaged public func removeMoviesObject(_ value: Movie)
  @NSManaged public func addMovies(_ values: Set<Movie>)
  @NSManaged public func removeMovies(_ values: Set<Movie>)
  @NSManaged func addScenes(scene: Scene)
  @NSManaged func insertObject(_ value: Scene, inScenesAt index: Int)
  @NSManaged func removeObjectFromScenes(at index: Int)
  @NSManaged func replaceObjectInScenes(at index: Int, with value: Scene)
  @NSManaged func insertScenes(_ values: [Scene], at indexes: NSIndexSet)
  @NSManaged func removeScenes(at indexes: NSIndexSet)
}

/// Members in extensions are in no table of a class: only what is used is asked for.
func use(_ scene: Scene, _ movie: Movie) {
  scene.addToTags(scene)
  scene.removeFromTags(scene)
  scene.addMoviesObject(movie)
  scene.removeMoviesObject(movie)
  scene.addMovies([movie])
  scene.removeMovies([movie])
  scene.addScenes(scene: scene)
  scene.insertObject(scene, inScenesAt: 0)
  scene.removeObjectFromScenes(at: 0)
  scene.replaceObjectInScenes(at: 0, with: scene)
  scene.insertScenes([scene], at: NSIndexSet())
  scene.removeScenes(at: NSIndexSet())
}
