import DocumentStore
import Foundation
import ManagedModel

/// Files of stores.
///
/// What can be opened is read as a whole, checked, changed, saved, opened again and written in other formats; each
/// time the records must be those that they were. What cannot must have an error with a text.
struct StoreTarget: Sendable {
  /// Makes the format under test for a file.
  var format: @Sendable (StoredFile, Schema) -> any StoreFormat
  /// Whether values are looked at when they are first asked for, and may turn out to be damaged then.
  var isLazy: Bool
  /// Whether every record has its id in the file, so that it is the same whenever that is read.
  var keepsIDs = true
  /// Changes an input before it is read.
  var prepare: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  static let document = StoreTarget(
    format: { XMLFormat(file: $0, schema: $1) }, isLazy: false, keepsIDs: false)
  static let binary = StoreTarget(
    format: { BinaryFormat(file: $0, schema: $1) }, isLazy: true, prepare: BinaryInput.repaired)
  static let appleDocument = StoreTarget(
    format: { AppleXMLFormat(file: $0, schema: $1) }, isLazy: false)
  static let appleBinary = StoreTarget(
    format: { AppleBinaryFormat(file: $0, schema: $1) }, isLazy: false)

  func check(_ bytes: [UInt8]) {
    let bytes = prepare(bytes)
    let schema = Schemas.schema(for: bytes)
    let scratch = Scratch(bytes)
    do throws(StoreError) {
      let trial = StoreTrial(target: self, schema: schema, scratch: scratch)
      try trial.run()
    } catch {
      demand(!error.diagnostics.contains { $0.message.isEmpty })
      demand(!error.description.isEmpty)
    }
    scratch.clean()
  }
}

/// The models that inputs may be of.
enum Schemas {
  static let films = load("FaveFlicks")
  static let museum = load("Everything")

  /// The schema of the model that the input speaks of.
  static func schema(for bytes: [UInt8]) -> Schema {
    Data(bytes).range(of: Data("Everything".utf8)) == nil ? films : museum
  }

  private static func load(_ name: String) -> Schema {
    let url = FuzzSettings.project.appendingPathComponent("Schemas/\(name).xcdatamodeld")
    do {
      let model = try NSManagedObjectModel(loading: url)
      model.freeze()
      return try Schema(model: model)
    } catch {
      fatalError("\(error)")
    }
  }
}

/// A folder with the input in it.
struct Scratch {
  let path = FuzzSettings.folder + "/input"

  init(_ bytes: [UInt8]) {
    clean()
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      fatalError("cannot write '\(path)'")
    }
  }

  /// The names of files that a trial leaves.
  private static let names = ["", "-history", ".xml", ".plist"]

  func clean() {
    for name in Self.names { _ = unsafe unlink(path + name) }
  }

  var bytes: Data { FileManager.default.contents(atPath: path) ?? Data() }

  func file(_ ending: String = "") -> StoredFile { StoredFile(path: path + ending) }
}
