// Counts in a store that other programs count in, too:
//
//     example-tally counts.xml one 1000 & example-tally counts.xml two 1000
//
// Each round adds one to a counter that all share and one to a counter of this program's own, and is saved by
// itself. A save looks at what others have written: their counters are no concern of ours, but where somebody else has
// counted the shared one meanwhile, the save throws a conflict, and the round is done again from what is there now. In
// the end the shared counter is the sum of all others.

import Foundation
import OpenCoreData

/// A model with one entity: a counter with a name.
func makeModel() -> NSManagedObjectModel {
  let name = NSAttributeDescription()
  name.name = "name"
  name.attributeType = .stringAttributeType
  name.isOptional = false
  let count = NSAttributeDescription()
  count.name = "count"
  count.attributeType = .integer64AttributeType
  count.defaultValue = 0
  let counter = NSEntityDescription()
  counter.name = "Counter"
  counter.properties = [name, count]
  counter.uniquenessConstraints = [["name"]]
  let model = NSManagedObjectModel()
  model.entities = [counter]
  return model
}

/// The counter with a name, made where there is none.
func counter(_ name: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
  let request = NSFetchRequest<NSManagedObject>(entityName: "Counter")
  request.predicate = NSPredicate(format: "name == %@", name)
  if let known = try context.fetch(request).first { return known }
  let new = NSEntityDescription.insertNewObject(forEntityName: "Counter", into: context)
  new.setValue(name, forKey: "name")
  return new
}

func add(_ number: Int64, to counter: NSManagedObject) {
  let count = counter.value(forKey: "count") as? Int64 ?? 0
  counter.setValue(count + number, forKey: "count")
}

/// Counts one more; says how often it had to be done again.
func countOne(_ name: String, in context: NSManagedObjectContext) throws -> Int {
  var conflicts = 0
  while true {
    for name in ["all", name] { add(1, to: try counter(name, in: context)) }
    do {
      try context.save()
      return conflicts
    } catch let error as CocoaError
      where error.code == .managedObjectMerge || error.code == .managedObjectConstraintMerge
    {
      // Somebody was faster: forget this round, and look at what is there now.
      conflicts += 1
      context.rollback()
      context.refreshAllObjects()
    }
  }
}

func run(_ file: String, _ name: String, _ rounds: Int) throws {
  let url = URL(fileURLWithPath: file)
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeModel())
  _ = try coordinator.addPersistentStore(
    type: url.pathExtension == "plist" ? .binary : .xml, at: url)
  let context = NSManagedObjectContext(.mainQueue)
  context.persistentStoreCoordinator = coordinator
  var conflicts = 0
  for _ in 0..<rounds { conflicts += try countOne(name, in: context) }
  print("\(name): \(rounds) saves, \(conflicts) rounds done again")
}

let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count == 3, let rounds = Int(words[2]) else {
  print("usage: example-tally STORE NAME ROUNDS")
  exit(2)
}
do {
  try run(words[0], words[1], rounds)
} catch {
  FileHandle.standardError.write(Data("example-tally: \(error.localizedDescription)\n".utf8))
  exit(1)
}
