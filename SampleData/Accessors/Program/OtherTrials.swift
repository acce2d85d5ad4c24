import Kit
import OpenCoreData

@testable import Symbols

/// What the class `Clip` adds to `Movie`, in several files.
func clipTrials(_ clip: NSEntityDescription) -> [Trial<Clip>] {
  let kept = NSAttributeType.transformableAttributeType
  return [
    Trial("clip", to: clip) {
      $0.clip = $0
      return $0.clip === $0
    },
    Trial(\.inherited, "inherited", .integer16AttributeType, .bad, .good),
    Trial(described: \.part, "part", Clip.Part(), nil),
    Trial(\.parts, "parts", kept, [Clip.Part(): .bad], [:]),
    Trial(\.scheme, "scheme", kept, .file, nil),
    Trial(\.schemes, "schemes", kept, [.file, .other]),
    Trial(described: \.pair, "pair", Pair(), nil),
    Trial(described: \.samePair, "samePair", Pair()),
    Trial(described: \.protocolPair, "protocolPair", Pair()),
    Trial(described: \.codablePair, "codablePair", Pair()),
    Trial(described: \.codingPair, "codingPair", Pair()),
    Trial(described: \.optionalPair, "optionalPair", Pair()),
    Trial(described: \.pairOfPairs, "pairOfPairs", Pair()),
    Trial(described: \.longPair, "longPair", Pair()),
    Trial(described: \.longerPair, "longerPair", Pair()),
    Trial(\.packaged, "packaged", kept, ["a": "b"]),
  ]
}

/// What can be seen in its file only, which uses it.
func hiddenProperties(_ clip: NSEntityDescription) -> [NSPropertyDescription] {
  [
    attribute("once", .stringAttributeType), attribute("hidden", .stringAttributeType),
    attribute("hiddenURL", .URIAttributeType),
    Trial<Clip>("clipPrivateMovie", to: clip) { _ in true }.property,
  ]
}

func innerTrials(_ inner: NSEntityDescription, _ clip: NSEntityDescription) -> [Trial<Outer.Inner>]
{
  [
    Trial("inner", to: inner) {
      $0.inner = $0
      return $0.inner === $0
    },
    Trial(described: \.deep, "deep", Outer.Inner.Deep()),
    Trial(\.moreDeep, "moreDeep", .transformableAttributeType, [[]]) { $0.count == $1.count },
    Trial("deeps", to: clip, isToMany: true) {
      let member = Clip(entity: clip, insertInto: $0.managedObjectContext)
      $0.deeps = []
      $0.addToDeeps(member)
      return $0.deeps == [member]
    },
  ]
}

func vehicleTrials(_ vehicle: NSEntityDescription) -> [Trial<Vehicle>] {
  [
    Trial(\.wheels, "wheels", .integer16AttributeType, 4, 0),
    Trial(\.owner, "owner", .stringAttributeType, "a", nil),
    Trial(described: \.plate, "plate", nil),
    Trial(\.colour, "colour", .integer64AttributeType, .red),
    Trial("trailers", to: vehicle, isToMany: true) {
      let trailer = $0.another()
      $0.addToTrailers(trailer)
      return $0.set("trailers") == [trailer]
    },
  ]
}

func carTrials(_ vehicle: NSEntityDescription) -> [Trial<Car>] {
  [
    Trial(\.fuel, "fuel", .stringAttributeType, .power, .petrol),
    Trial(described: \.movable, "movable", Sled()),
    Trial("tow", to: vehicle) {
      $0.tow = $0
      return $0.tow === $0
    },
    Trial(\.colours, "colours", .transformableAttributeType, [.red], []),
  ]
}

private struct Sled: Movable {}

extension NSManagedObject {
  fileprivate func list(_ name: String) -> [NSManagedObject] {
    mutableOrderedSetValue(forKey: name).array as? [NSManagedObject] ?? []
  }

  fileprivate func set(_ name: String) -> Set<NSManagedObject> {
    value(forKey: name) as? Set<NSManagedObject> ?? []
  }
}

func tagTrials(
  _ tag: NSEntityDescription, _ movie: NSEntityDescription, _ scene: NSEntityDescription
) -> [Trial<Tag>] {
  [
    Trial("movies", to: movie, isToMany: true) { tag in
      let movies = (0..<3).map { _ in Movie(entity: movie, insertInto: tag.managedObjectContext) }
      tag.addToMovies(movies[0])
      tag.addToMovies(NSSet(array: movies))
      guard tag.set("movies") == Set(movies) else { return false }
      tag.removeFromMovies(movies[0])
      tag.removeFromMovies(NSSet(array: [movies[1]]))
      return tag.set("movies") == [movies[2]]
    },
    Trial("tags", to: tag, isToMany: true) { tag in
      let others = [tag.another(), tag.another(), tag.another()]
      tag.addToTags(others[0])
      tag.addToTags(Set(others))
      tag.removeFromTags(others[0])
      tag.removeFromTags([others[1]])
      return tag.set("tags") == [others[2]]
    },
    Trial("scenes", to: scene, isToMany: true, isOrdered: true) { tag in
      let all = (0..<5).map { _ in Scene(entity: scene, insertInto: tag.managedObjectContext) }
      tag.addToScenes(all[0])
      tag.insertIntoScenes(all[1], at: 0)
      tag.insertIntoScenes([all[2], all[3]], at: NSIndexSet(indexesIn: NSRange(0..<2)))
      guard tag.list("scenes") == [all[2], all[3], all[1], all[0]] else { return false }
      tag.removeFromScenes(at: 0)
      tag.removeFromScenes(at: NSIndexSet(index: 0))
      tag.replaceScenes(at: 0, with: all[4])
      guard tag.list("scenes") == [all[4], all[0]] else { return false }
      tag.replaceScenes(at: NSIndexSet(index: 1), with: [all[1]])
      tag.removeFromScenes(all[4])
      tag.addToScenes(NSOrderedSet(array: [all[2], all[3]]))
      tag.removeFromScenes(NSOrderedSet(object: all[2]))
      return tag.list("scenes") == [all[1], all[3]]
    },
    Trial("takes", to: scene, isToMany: true, isOrdered: true) { tag in
      let all = (0..<4).map { _ in Scene(entity: scene, insertInto: tag.managedObjectContext) }
      tag.addToTakes([all[0], all[1]])
      tag.insertIntoTakes(NSArray(array: [all[2]]), at: IndexSet(integer: 1))
      tag.replaceTakes(at: IndexSet(integer: 0), with: NSArray(array: [all[3]]))
      guard tag.list("takes") == [all[3], all[2], all[1]] else { return false }
      tag.removeFromTakes(at: IndexSet(integer: 1))
      tag.removeFromTakes([all[1]])
      return tag.list("takes") == [all[3]]
    },
  ]
}

func sceneTrials(_ scene: NSEntityDescription, _ movie: NSEntityDescription) -> [Trial<Scene>] {
  [
    Trial("tags", to: scene, isToMany: true) {
      let other = $0.another()
      $0.addToTags(other)
      guard $0.set("tags") == [other] else { return false }
      $0.removeFromTags(other)
      return $0.set("tags") == []
    },
    Trial("movies", to: movie, isToMany: true) { scene in
      let movies = (0..<3).map { _ in Movie(entity: movie, insertInto: scene.managedObjectContext) }
      scene.addMoviesObject(movies[0])
      scene.addMovies(Set(movies))
      scene.removeMoviesObject(movies[0])
      scene.removeMovies([movies[1]])
      return scene.set("movies") == [movies[2]]
    },
    Trial("scenes", to: scene, isToMany: true, isOrdered: true) {
      let all = [$0.another(), $0.another(), $0.another()]
      $0.addScenes(scene: all[0])
      $0.insertObject(all[1], inScenesAt: 0)
      $0.insertScenes([all[2]], at: NSIndexSet(index: 1))
      guard $0.list("scenes") == [all[1], all[2], all[0]] else { return false }
      $0.removeObjectFromScenes(at: 0)
      $0.removeScenes(at: NSIndexSet(index: 0))
      $0.replaceObjectInScenes(at: 0, with: all[1])
      return $0.list("scenes") == [all[1]]
    },
  ]
}
