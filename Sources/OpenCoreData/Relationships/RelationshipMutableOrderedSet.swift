import Foundation

/// The live list of an ordered to-many relationship.
///
/// Foundation lets a subclass override what changes a list and part of what reads it, but not `array`, `set` or
/// iteration, which read the list's own storage. So the members stand there too, and every change is made twice:
/// there and in the object. When the relationship changes by other ways the object says so, and the list copies its
/// members again before it next says how many it has, which Foundation asks for nearly everything. Only a bare
/// `for` loop, `firstObject` and `lastObject` do not ask.
final class RelationshipMutableOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let relationship: RelationshipLayout
  /// Whether the relationship has changed, or is about to.
  var isStale = false

  init(_ owner: NSManagedObject, _ relationship: RelationshipLayout) {
    self.owner = owner
    self.relationship = relationship
    super.init(capacity: 0)
    mirror()
  }

  required convenience init(arrayLiteral elements: Any...) {
    preconditionFailure("the live list of a relationship comes from its object")
  }

  required init?(coder: NSCoder) {
    preconditionFailure("the live list of a relationship cannot be archived; archive a copy")
  }

  /// Takes up what was done to the relationship by other ways.
  func refresh() {
    if isStale { mirror() }
  }

  private func mirror() {
    isStale = false
    while super.count > 0 { super.removeObject(at: super.count - 1) }
    for (position, member) in owner.targets(relationship.slot).enumerated() {
      super.insert(member, at: position)
    }
  }

  /// Does to the storage what was just done to the relationship.
  private func follow(_ change: () -> Void) {
    isStale = false
    change()
    if super.count != owner.memberCount(relationship.slot) { mirror() }
  }

  /// Gives the object a list of members, and the storage what came of it.
  private func assign(_ members: [Any]) {
    owner.setMembers(members.map { relationship.member($0, of: owner) }, of: relationship)
    mirror()
  }

  // MARK: Reading

  override var count: Int {
    refresh()
    return super.count
  }

  override func object(at position: Int) -> Any {
    refresh()
    return super.object(at: position)
  }

  override func index(of object: Any) -> Int {
    refresh()
    return super.index(of: object)
  }

  override func contains(_ object: Any) -> Bool {
    refresh()
    return super.contains(object)
  }

  // MARK: Changing

  override func insert(_ object: Any, at position: Int) {
    refresh()
    let member = relationship.member(object, of: owner)
    owner.check(member, for: relationship)
    if owner.names(member, in: relationship.slot) { return }
    owner.connect(relationship, member, at: position)
    follow { super.insert(member, at: position) }
  }

  override func removeObject(at position: Int) {
    guard let member = self.object(at: position) as? NSManagedObject else { return }
    owner.disconnect(relationship, member)
    follow { super.removeObject(at: position) }
  }

  override func replaceObject(at position: Int, with object: Any) {
    var members = array
    members[position] = object
    assign(members)
  }

  // The rest comes down to these three, in as few steps as there are changes.

  override func add(_ object: Any) { insert(object, at: count) }

  override func addObjects(from objects: [Any]) {
    for object in objects { add(object) }
  }

  override func remove(_ object: Any) {
    let position = index(of: object)
    if position != NSNotFound { removeObject(at: position) }
  }

  override func removeObjects(in objects: [Any]) {
    for object in objects { remove(object) }
  }

  override func removeAllObjects() { assign([]) }

  override func setObject(_ object: Any, at position: Int) {
    if position == count { add(object) } else { replaceObject(at: position, with: object) }
  }

  override func insert(_ objects: [Any], at indexes: IndexSet) {
    for (object, position) in zip(objects, indexes) { insert(object, at: position) }
  }

  override func removeObjects(at indexes: IndexSet) {
    for position in indexes.reversed() { removeObject(at: position) }
  }

  override func removeObjects(in range: NSRange) {
    removeObjects(at: IndexSet(integersIn: range.location..<range.location + range.length))
  }

  override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
    var members = array
    for (object, position) in zip(objects, indexes) { members[position] = object }
    assign(members)
  }

  override func moveObjects(at indexes: IndexSet, to position: Int) {
    let moved = indexes.map { array[$0] }
    var rest = array.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
    rest.insert(contentsOf: moved, at: Swift.min(position, rest.count))
    assign(rest)
  }

  override func exchangeObject(at one: Int, withObjectAt other: Int) {
    var members = array
    members.swapAt(one, other)
    assign(members)
  }

  override func union(_ other: NSOrderedSet) { addObjects(from: other.array) }

  override func minus(_ other: NSOrderedSet) { removeObjects(in: other.array) }

  override func intersect(_ other: NSOrderedSet) { assign(array.filter { other.contains($0) }) }

  override func unionSet(_ other: Set<AnyHashable>) { addObjects(from: other.map(\.base)) }

  override func minusSet(_ other: Set<AnyHashable>) { removeObjects(in: other.map(\.base)) }

  override func intersectSet(_ other: Set<AnyHashable>) {
    assign(array.filter { ($0 as? NSObject).map { other.contains($0) } ?? false })
  }

  override func sort(comparator: (Any, Any) -> ComparisonResult) {
    assign(array.sorted { comparator($0, $1) == .orderedAscending })
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: array) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: array) }
}
