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
  /// Saves what is left of an input that cannot be read, where there is something that does.
  var repair: (@Sendable (StoredFile, Schema) throws(StoreError) -> RepairedStore)?
  /// Changes an input before it is read.
  var prepare: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  static let document = StoreTarget(
    format: { XMLFormat(file: $0, schema: $1) }, isLazy: false, keepsIDs: false,
    repair: { (file, schema) throws(StoreError) in try XMLRepair.run(file, schema, RepairOptions())
    })
  static let binary = StoreTarget(
    format: { BinaryFormat(file: $0, schema: $1) }, isLazy: true,
    repair: { (file, schema) throws(StoreError) in
      try BinaryRepair.run(file, schema, RepairOptions())
    },
    prepare: BinaryInput.repaired)
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
      checkRepair(schema, scratch)
    }
    scratch.clean()
  }

  /// What is left of an input that was refused must be a store that can be read, in either format of ours.
  private func checkRepair(_ schema: Schema, _ scratch: Scratch) {
    guard let repair else { return }
    let saved: RepairedStore
    do throws(StoreError) { saved = try repair(scratch.file(), schema) } catch {
      demand(!error.description.isEmpty)
      return
    }
    do throws(StoreError) {
      let binary = scratch.file(".plist")
      try BinaryFormat.write(
        saved.generation, metadata: saved.metadata, to: binary, expecting: nil)
      let copy = try BinaryFormat(file: binary, schema: schema).load().generation
      demand(
        try Records(copy, orderedByID: true) == Records(saved.generation, orderedByID: true),
        "what was saved differs")
      guard let document = saved.document else { return }
      demand(
        FileManager.default.createFile(atPath: scratch.path + ".xml", contents: Data(document)))
      _ = try XMLFormat(file: scratch.file(".xml"), schema: schema).load()
    } catch {
      demand(error.reason == .unstorable || error.reason == .limit, "a repaired store: \(error)")
    }
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
