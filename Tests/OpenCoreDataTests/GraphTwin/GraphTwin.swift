import Foundation
import Testing

@testable import OpenCoreData

/// A context driven at random beside a plain graph.
///
/// Every step is an event; what undo and redo must bring back is the plain graph as it was.
final class GraphTwin {
  /// How many stores there are, and who says which of them an object goes to.
  enum Stores: String, CaseIterable {
    case one
    /// Of two, each object is assigned to one as soon as it is made.
    case assigned
    /// Of two, most objects go to the one of those that they are related to. A save settles that for good, so
    /// nothing from before is undone then.
    case free
  }

  let stack: Stack
  let stores: Stores
  /// Which run this is.
  private let title: String
  var context: NSManagedObjectContext
  var graph = ReferenceGraph()
  private var savedGraph = ReferenceGraph()
  /// A child of the context that lives as long as it does.
  private var child: NSManagedObjectContext?
  private var undone: [ReferenceGraph] = []
  private var redone: [ReferenceGraph] = []
  /// The live objects by number.
  var objects: [Int: NSManagedObject] = [:]
  var nextNumber = 1
  var random: Dice

  init(_ kind: StoreKind, _ stores: Stores = .one, seed: UInt64) throws {
    self.stores = stores
    title = "\(kind), \(stores), seed \(seed)"
    let model = companyModel { entities in
      for entity in entities.values where entity.name != "Manager" {
        entity.properties = entity.properties + [attribute("number", .integer64AttributeType)]
      }
      entities["Employee"]?.attributesByName["name"]?.limits = .init()
    }
    stack = try Stack(kind, model, hasSecond: stores != .one)
    context = stack.context
    context.undoManager = UndoManager()
    random = Dice(seed: seed)
  }

  /// What the last steps did, for whoever looks for a fault.
  private(set) var trail: [String] = []
  private var count = 0

  /// Where the run is, which is enough to repeat it.
  var occasion: String { "\(title), step \(count): \(trail)" }

  func step() throws {
    count += 1
    switch Int.random(in: 0..<1000, using: &random) {
    case 0..<550: run("change") { change() }
    case 550..<720: run("undo") { undo() }
    case 720..<850: run("redo") { redo() }
    case 850..<900: run("changes") { for _ in 0..<5 { change() } }
    case 900..<930: try run("save", save)
    case 930..<950: run("refresh") { refresh() }
    case 950..<965: run("group") { changeWithin() }
    case 965..<980: try run("child", changeInChild)
    case 980..<995: run("rollback") { rollback() }
    default: try run("reopen", reopen)
    }
  }

  private func run(_ name: String, _ body: () throws -> Void) rethrows {
    trail = trail.suffix(20) + [name]
    try ObjectGraph.$occasion.withValue(occasion, operation: body)
    trail[trail.count - 1] += " \(undone.count)/\(redone.count)"
  }

  // MARK: Events

  /// One event of one or two changes.
  private func change() {
    let (before, count) = (graph, stepCount)
    change(1 + Int.random(in: 0..<2, using: &random))
    context.processPendingChanges()
    note(before, count)
  }

  /// Several changes in a group with a name.
  private func changeWithin() {
    let (before, count) = (graph, stepCount)
    context.withUndoGroup("several") {
      for _ in 0..<3 {
        change(1)
        context.processPendingChanges()
      }
    }
    note(before, count)
  }

  /// Several changes in a child, which are saved into the context or forgotten: one event.
  private func changeInChild() throws {
    let (parent, mine, before, count) = (context, objects, graph, stepCount)
    let child = self.child ?? NSManagedObjectContext(.privateQueue)
    if self.child == nil { child.parent = parent }
    self.child = child
    var ids: [Int: NSManagedObjectID] = [:]
    let new = Set(parent.graph.newObjects.values.map(\.reference))
    try child.performAndWait { () throws in
      child.graph.catchUpWithParent()
      for copy in child.graph.newObjects.values {
        try #require(copy.isDeleted != new.contains(copy.reference), "a departure: \(trail)")
      }
      // It has kept what it read the last time.
      child.refreshAllObjects()
      objects = mine.filter { graph.names[$0.key] != nil }.mapValues {
        child.object(with: $0.objectID)
      }
      context = child
      defer { (context, objects) = (parent, mine) }
      if flip() { try agree("a child, before") }
      change(1 + random.below(5))
      try agree("a child, after")
      guard flip() else {
        child.rollback()
        return graph = before
      }
      try child.save()
      ids = objects.mapValues(\.objectID)
    }
    context.processPendingChanges()
    for (number, id) in ids where objects[number] == nil && graph.names[number] != nil {
      objects[number] = context.object(with: id)
    }
    note(before, count)
  }

  /// How many steps the context could take back.
  private var stepCount: Int { context.undoManager?.undoCount ?? 0 }

  /// Notes what undoing the last event must bring back, where it left a step.
  private func note(_ before: ReferenceGraph, _ count: Int) {
    if stepCount == count { return #expect(graph == before, "a change left no step: \(occasion)") }
    undone.append(before)
    redone = []
  }

  private func undo() {
    context.undo()
    guard let before = undone.popLast() else { return }
    redone.append(graph)
    graph = before
  }

  private func redo() {
    context.redo()
    guard let after = redone.popLast() else { return }
    undone.append(graph)
    graph = after
  }

  private func save() throws {
    try context.save()
    savedGraph = graph
    guard stores == .free else { return }
    context.undoManager?.removeAllActions()
    (undone, redone) = ([], [])
  }

  private func refresh() {
    for object in objects.values where flip() { context.refresh(object, mergeChanges: true) }
  }

  private func rollback() {
    context.rollback()
    graph = savedGraph
    (undone, redone) = ([], [])
  }

  /// Saves, and goes on with the store as another program would read it.
  private func reopen() throws {
    try save()
    let former = context
    context = try stack.reopened()
    defer { stack.release(former) }
    context.undoManager = UndoManager()
    child = nil
    (undone, redone) = ([], [])
    objects = [:]
    for entity in ["Department", "Employee", "Tag", "Step"] {
      for object in try context.all(entity) {
        objects[number(of: object)] = object
      }
    }
  }

  // MARK: Picking

  func pick(_ numbers: some Collection<Int>) -> Int? {
    numbers.sorted().randomElement(using: &random)
  }
  func flip() -> Bool { Bool.random(using: &random) }
  func object(_ number: Int?) -> NSManagedObject? { number.flatMap { objects[$0] } }
}
