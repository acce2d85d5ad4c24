// Changes one value of one object:
//
//     example-edit FaveFlicks.xml FaveFlicks.xcdatamodeld Movie heat genre "Crime drama"
//
// A document is edited, not rewritten: the difference is one line. Of several values each is saved in turn, and
// told when it is on the disk.

import Foundation
import OpenCoreData

/// A text as a value of an attribute's type; nil where it is none.
func value(_ text: String, of attribute: NSAttributeDescription) -> Any? {
  switch attribute.attributeType {
  case .stringAttributeType: text
  case .booleanAttributeType: Bool(text)
  case .dateAttributeType: try? Date(text, strategy: .iso8601)
  case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: Int64(text)
  case .doubleAttributeType, .floatAttributeType: Double(text)
  case .decimalAttributeType: Decimal(string: text)
  default: nil
  }
}

func edit(
  _ file: String, _ schema: String, _ entity: String, _ id: String, _ key: String,
  _ texts: [String]
) throws {
  guard FileManager.default.fileExists(atPath: file) else {
    throw Complaint("there is no '\(file)'")
  }
  let model = try NSManagedObjectModel(loading: URL(fileURLWithPath: schema))
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  let url = URL(fileURLWithPath: file)
  let store = try coordinator.addPersistentStore(
    type: url.pathExtension == "plist" ? .binary : .xml, at: url)
  let context = NSManagedObjectContext(.mainQueue)
  context.persistentStoreCoordinator = coordinator

  guard let attribute = model.entitiesByName[entity]?.attributesByName[key] else {
    throw Complaint("the model has no attribute '\(key)' of an entity '\(entity)'")
  }
  let values = try texts.map { text in
    guard let value = value(text, of: attribute) else {
      throw Complaint("'\(text)' is no value of '\(key)'")
    }
    return value
  }
  guard let uri = URL(string: "x-coredata://\(store.identifier)/\(entity)/\(id)"),
    let objectID = coordinator.managedObjectID(forURIRepresentation: uri)
  else { throw Complaint("'\(file)' has no \(entity) '\(id)'") }
  let object = try context.existingObject(with: objectID)
  for (text, value) in zip(texts, values) {
    object.setValue(value, forKey: key)
    try context.save()
    if texts.count > 1 { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
  }
}

/// Something wrong with what was asked for.
struct Complaint: LocalizedError {
  let errorDescription: String?
  init(_ text: String) { errorDescription = text }
}

let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count >= 6 else {
  print("usage: example-edit STORE MODEL ENTITY ID KEY VALUE…")
  exit(2)
}
do {
  try edit(words[0], words[1], words[2], words[3], words[4], Array(words[5...]))
} catch {
  FileHandle.standardError.write(Data("example-edit: \(error.localizedDescription)\n".utf8))
  exit(1)
}
