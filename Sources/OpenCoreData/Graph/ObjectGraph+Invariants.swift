import DocumentStore
import Foundation

/// What must hold between any two calls of a context.
///
/// Looked at in debug builds where `OPENCOREDATA_CHECK_GRAPH` is set in the environment; costs a look at everything, so it is
/// for tests.
extension ObjectGraph {
  #if DEBUG
    /// Whether the graph is checked after every change.
    static let isChecked =
      ProcessInfo.processInfo.environment["OPENCOREDATA_CHECK_GRAPH"] != nil
  #else
    static let isChecked = false
  #endif

  /// What a test is doing, to be told where the program ends.
  @TaskLocal static var occasion = ""

  /// Ends the program with what is wrong, where something is and the graph is checked.
  @inline(__always)
  func checkInvariants() {
    #if DEBUG
      guard Self.isChecked else { return }
      // What was set primitively has one side only until it is saved.
      if !primitivelyLinked.isEmpty { return }
      let problems = brokenInvariants()
      // (Not a precondition: those say nothing in a release build.)
      if !problems.isEmpty { fatalError((problems + [Self.occasion]).joined(separator: "\n")) }
    #endif
  }

  /// Everything that is wrong with the graph as it is; empty as long as this library is right.
  func brokenInvariants() -> [String] {
    var problems: [String] = []
    for object in allObjects {
      problems += brokenRegistration(of: object)
      if object.isFault || object.state.contains(.unreachable) { continue }
      if !object.isDeleted { problems += brokenLinks(of: object) }
    }
    for object in changed where !object.state.contains(.listed) {
      problems.append("\(object.layout.name) \(object.reference) is listed without saying so")
    }
    return problems
  }

  private func brokenRegistration(of object: NSManagedObject) -> [String] {
    var problems: [String] = []
    let name = "\(object.layout.name) \(object.reference.bits)"
    if object.shelf?.registered(object.reference) !== object {
      problems.append("\(name) is registered as another object")
    }
    // What an ancestor has not saved yet is nothing new to a child.
    let isAncestors = parent != nil && object.reference.isTemporary
    if object.isInserted != object.reference.isTemporary, !isAncestors {
      problems.append(
        "\(name) is \(object.isInserted ? "" : "not ")inserted and has that reference")
    }
    if object.hasChanges, !object.state.contains(.listed) {
      problems.append("\(name) has changes and is not listed")
    }
    if !object.isInserted, object.extras?.committed.isEmpty == false, !object.hasChanges {
      problems.append("\(name) remembers values and has no changes")
    }
    return problems
  }

  /// Whether the store has something else by now than what an object was read with.
  private func isBehind(_ object: NSManagedObject, _ slot: Int) -> Bool {
    guard !object.reference.isTemporary, let store = object.shelf?.store else { return false }
    if generation(of: store)?.contains(object.reference) != true { return true }
    guard let newer = object.newerValue(of: slot) else { return false }
    let before = object.extras?.committedValue(of: slot) ?? object.slotValue(slot)
    return !before.holdsSame(as: newer)
  }

  /// Whether a child context has what a slot holds from its parent, where other objects may have been read before.
  private func isParents(_ object: NSManagedObject, _ slot: Int) -> Bool {
    parent != nil && !object.isInserted && object.extras?.committed.position(of: slot) == nil
  }

  /// Both sides of every relationship among read objects name each other, each once.
  private func brokenLinks(of object: NSManagedObject) -> [String] {
    var problems: [String] = []
    for relationship in object.layout.allRelationships {
      let members = object.memberReferences(relationship.slot)
      let side = "'\(relationship.name)' of \(object.layout.name) \(object.reference.bits)"
      if Set(members).count != members.count { problems.append("\(side) names a member twice") }
      for member in members {
        guard let other = object.shelf?.registered(member), !other.isFault, !other.isDeleted,
          !other.state.contains(.unreachable)
        else {
          if member.isTemporary, parent == nil, object.shelf?.registered(member) == nil,
            relationship.hasInverse
          {
            problems.append("\(side) names an object that is no more")
          }
          continue
        }
        // Where a parent's new object is a child may have learnt before the parent put it into a store.
        let areParents = parent != nil && (!object.isInserted || !other.isInserted)
        if other.shelf !== object.shelf, !areParents {
          problems.append("\(side) leads into another store")
        }
        guard let inverse = relationship.inverse(in: other.layout) else { continue }
        // What was read at different moments may disagree.
        if isBehind(object, relationship.slot) || isBehind(other, inverse.slot) { continue }
        if isParents(object, relationship.slot) || isParents(other, inverse.slot) { continue }
        if !other.names(object, in: inverse.slot) {
          problems.append("\(side) names \(other.reference.bits), which does not name it back")
        }
      }
    }
    return problems
  }
}
