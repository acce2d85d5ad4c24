import DocumentStore
import Foundation
import ManagedModel

/// Finds derived values in a store that are not what their expression gives: somebody edited the document, or a
/// program without derived attributes saved it.
///
/// A value that is missing is none of them: it comes with the next save of its object.
struct DerivationCheck {
  private let source: GenerationSource
  private let model: ModelLayout

  /// Most findings that are collected.
  private static let limit = 1000

  init(_ generation: Generation, _ model: ModelLayout) {
    source = GenerationSource(generation: generation, model: model)
    self.model = model
  }

  func findings() throws(StoreError) -> [RecordFinding] {
    if model.derivations.isEmpty { return [] }
    do {
      return try collected()
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.corrupt, error.localizedDescription)
    }
  }

  private func collected() throws -> [RecordFinding] {
    let run = DerivationRun(source, model)
    var findings: [RecordFinding] = []
    for table in source.generation.tables {
      for column in model.derivations.columns[table.schema.index] where column.derivation != .now {
        for row in table.liveRows() {
          let record = RecordReference(table: table.schema.index, row: row)
          let stored = try source.value(column.slot, of: record)
          if stored.isNull { continue }
          if stored.isNearly(try run.value(of: column, record)) { continue }
          findings.append(try finding(column, record))
          if findings.count == Self.limit { return findings }
        }
      }
    }
    return findings
  }

  private func finding(_ column: DerivedColumn, _ record: RecordReference) throws -> RecordFinding {
    let layout = model.layouts[column.layout]
    let name = layout.columns[column.slot].name
    let attribute = layout.entity.attributesByName[name] as? NSDerivedAttributeDescription
    let id = try source.generation.id(of: record)
    return RecordFinding(
      reference: record, column: column.slot,
      message:
        "'\(name)' of \(layout.name) '\(id)' is not what '\(attribute?.derivationText ?? "")' "
        + "gives now; leave it out, and the next save of the object computes it")
  }
}

/// The records of a generation as they are.
private struct GenerationSource: DerivationSource {
  let generation: Generation
  let model: ModelLayout

  func layout(of record: RecordReference) -> ObjectLayout { model.layouts[record.table] }

  func value(_ slot: Int, of record: RecordReference) throws -> Value {
    try generation.tables[record.table].value(of: slot, at: record.row)
  }

  func members(_ slot: Int, of record: RecordReference) throws -> [RecordReference] {
    try value(slot, of: record).members.filter { generation.contains($0) }
  }

  func holders(
    of record: RecordReference, by relationship: RelationshipLayout, in layout: ObjectLayout
  ) -> [RecordReference] { [] }

  func write(_ value: Value, to slot: Int, of record: RecordReference) {}
}

extension Value {
  /// Whether two values are the same, but for what the order of additions makes of a sum.
  fileprivate func isNearly(_ other: Value) -> Bool {
    switch (self, other) {
    case (.double(let a), .double(let b)): abs(a - b) <= 1e-9 * max(abs(a), abs(b))
    case (.float(let a), .float(let b)): abs(a - b) <= 1e-5 * max(abs(a), abs(b))
    default: holdsSame(as: other)
    }
  }
}
