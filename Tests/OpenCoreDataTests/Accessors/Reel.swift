import Foundation
import ManagedModel
import OpenCoreData

/// A class as `momc` writes it, with a property of every type.
class Reel: NSManagedObject {
  enum Genre: String { case crime, drama }
  enum Grade: Int16 { case poor = 1, good = 2 }

  fileprivate enum Keys {
    static let int16 = ManagedKey("int16")
    static let int32 = ManagedKey("int32")
    static let int64 = ManagedKey("int64")
    static let double = ManagedKey("double")
    static let float = ManagedKey("float")
    static let flag = ManagedKey("flag")
    static let title = ManagedKey("title")
    static let date = ManagedKey("date")
    static let data = ManagedKey("data")
    static let uuid = ManagedKey("uuid")
    static let url = ManagedKey("url")
    static let price = ManagedKey("price")
    static let colour = ManagedKey("colour")
    static let cinema = ManagedKey("cinema")
    static let tags = ManagedKey("tags")
    static let scenes = ManagedKey("scenes")
  }

  var int16: Int16 {
    get { managed(Keys.int16) }
    set { setManaged(newValue, Keys.int16) }
  }
  var byte: UInt8 {
    get { managed(Keys.int16) }
    set { setManaged(newValue, Keys.int16) }
  }
  var bits: UInt64 {
    get { managed(Keys.int64) }
    set { setManaged(newValue, Keys.int64) }
  }
  var seconds: TimeInterval {
    get { managed(Keys.date) }
    set { setManaged(newValue, Keys.date) }
  }
  var object: NSObject? {
    get { managedAnything(Keys.colour) }
    set { setManagedAnything(newValue, Keys.colour) }
  }
  var anything: Any? {
    get { managedAnything(Keys.colour) }
    set { setManagedAnything(newValue, Keys.colour) }
  }
  var int32: Int32 {
    get { managed(Keys.int32) }
    set { setManaged(newValue, Keys.int32) }
  }
  var int64: Int64 {
    get { managed(Keys.int64) }
    set { setManaged(newValue, Keys.int64) }
  }
  var count: Int {
    get { managed(Keys.int64) }
    set { setManaged(newValue, Keys.int64) }
  }
  var wide: Int64 {
    get { managed(Keys.int16) }
    set { setManaged(newValue, Keys.int16) }
  }
  var double: Double {
    get { managed(Keys.double) }
    set { setManaged(newValue, Keys.double) }
  }
  var float: Float {
    get { managed(Keys.float) }
    set { setManaged(newValue, Keys.float) }
  }
  var flag: Bool {
    get { managed(Keys.flag) }
    set { setManaged(newValue, Keys.flag) }
  }
  var number: Int64? {
    get { managed(Keys.int64) }
    set { setManaged(newValue, Keys.int64) }
  }
  var title: String? {
    get { managed(Keys.title) }
    set { setManaged(newValue, Keys.title) }
  }
  var text: String {
    get { managed(Keys.title) }
    set { setManaged(newValue, Keys.title) }
  }
  var date: Date? {
    get { managed(Keys.date) }
    set { setManaged(newValue, Keys.date) }
  }
  var data: Data? {
    get { managed(Keys.data) }
    set { setManaged(newValue, Keys.data) }
  }
  var uuid: UUID? {
    get { managed(Keys.uuid) }
    set { setManaged(newValue, Keys.uuid) }
  }
  var url: URL? {
    get { managed(Keys.url) }
    set { setManaged(newValue, Keys.url) }
  }
  var price: Decimal? {
    get { managed(Keys.price) }
    set { setManaged(newValue, Keys.price) }
  }
  var genre: Genre? {
    get { managed(Keys.title) }
    set { setManaged(newValue, Keys.title) }
  }
  var grade: Grade? {
    get { managed(Keys.int16) }
    set { setManaged(newValue, Keys.int16) }
  }
  var colour: [String]? {
    get { managed(Keys.colour) }
    set { setManaged(newValue, Keys.colour) }
  }
  var cinema: Cinema? {
    get { managed(Keys.cinema) }
    set { setManaged(newValue, Keys.cinema) }
  }
  var tags: Set<Label> {
    get { managed(Keys.tags) }
    set { setManaged(newValue, Keys.tags) }
  }
  var liveTags: NSMutableSet { managed(Keys.tags) }
  var liveScenes: NSMutableOrderedSet? { managed(Keys.scenes) }
  var tagSet: NSSet? {
    get { managed(Keys.tags) }
    set { setManaged(newValue, Keys.tags) }
  }
  var scenes: NSOrderedSet? {
    get { managed(Keys.scenes) }
    set { setManaged(newValue, Keys.scenes) }
  }
  var sceneList: [Label] {
    get { managed(Keys.scenes) }
    set { setManaged(newValue, Keys.scenes) }
  }

  /// Two properties in one.
  var headline: String { "\(title ?? "") (\(int16))" }
  /// One property, computed.
  var shortTitle: String { String((title ?? "").prefix(3)) }

  func addToTags(_ value: Label) { managedAdd(value, Keys.tags) }
  func addToTags(_ values: NSSet) { managedAdd(values, Keys.tags) }
  func removeFromTags(_ value: Label) { managedRemove(value, Keys.tags) }
  func removeFromTags(_ values: NSSet) { managedRemove(values, Keys.tags) }
  func addToScenes(_ value: Label) { managedAdd(value, Keys.scenes) }
  func insertIntoScenes(_ value: Label, at idx: Int) { managedInsert(value, at: idx, Keys.scenes) }
  func insertIntoScenes(_ values: [Label], at indexes: NSIndexSet) {
    managedInsert(values, at: indexes, Keys.scenes)
  }
  func removeFromScenes(at idx: Int) { managedRemove(at: idx, Keys.scenes) }
  func removeFromScenes(at indexes: NSIndexSet) { managedRemove(at: indexes, Keys.scenes) }
  func replaceScenes(at idx: Int, with value: Label) {
    managedReplace(at: idx, with: value, Keys.scenes)
  }
  func replaceScenes(at indexes: NSIndexSet, with values: [Label]) {
    managedReplace(at: indexes, with: values, Keys.scenes)
  }
}

/// A class that inherits, with a property of its own.
final class LongReel: Reel {
  private static let lengthKey = ManagedKey("length")
  var length: Int64 {
    get { managed(Self.lengthKey) }
    set { setManaged(newValue, Self.lengthKey) }
  }
}

final class Cinema: NSManagedObject {
  private enum Keys {
    static let name = ManagedKey("name")
    static let reels = ManagedKey("reels")
    static let owner = ManagedKey("owner")
  }
  var label: String? {
    get { managed(Keys.name) }
    set { setManaged(newValue, Keys.name) }
  }
  var reels: Set<Reel> {
    get { managed(Keys.reels) }
    set { setManaged(newValue, Keys.reels) }
  }
  var owner: Label? {
    get { managed(Keys.owner) }
    set { setManaged(newValue, Keys.owner) }
  }
}

final class Label: NSManagedObject {
  /// As people write it who have no generator.
  var label: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
}

/// The model of these classes; `isReversed` has the properties of reels in the opposite order.
func reelModel(isReversed: Bool = false) -> NSManagedObjectModel {
  let (reel, long, cinema, label) = (
    entity("Reel"), entity("LongReel"), entity("Cinema"), entity("Label")
  )
  let colour = attribute("colour", .transformableAttributeType)
  let shown = relationship("cinema", to: cinema)
  let scenes = relationship("scenes", to: label, isToMany: true)
  scenes.isOrdered = true
  reel.properties = [
    attribute("int16", .integer16AttributeType), attribute("int32", .integer32AttributeType),
    attribute("int64", .integer64AttributeType), attribute("double", .doubleAttributeType),
    attribute("float", .floatAttributeType), attribute("flag", .booleanAttributeType),
    attribute("title", .stringAttributeType), attribute("date", .dateAttributeType),
    attribute("data", .binaryDataAttributeType), attribute("uuid", .UUIDAttributeType),
    attribute("url", .URIAttributeType), attribute("price", .decimalAttributeType), colour,
    shown, relationship("tags", to: label, isToMany: true), scenes,
  ]
  if isReversed { reel.properties.reverse() }
  long.properties = [attribute("length", .integer64AttributeType)]
  reel.subentities = [long]
  cinema.properties = [
    attribute("name", .stringAttributeType),
    relationship("reels", to: reel, isToMany: true, inverse: shown),
    relationship("owner", to: label),
  ]
  label.properties = [attribute("name", .stringAttributeType)]
  let classes: [(NSEntityDescription, NSManagedObject.Type)] = [
    (reel, Reel.self), (long, LongReel.self), (cinema, Cinema.self), (label, Label.self),
  ]
  for (entity, type) in classes { entity.managedObjectClassName = String(reflecting: type) }
  let model = NSManagedObjectModel()
  model.entities = classes.map(\.0)
  model.bind(Reel.self, LongReel.self, Cinema.self, Label.self)
  return model
}
