package import ManagedModel

/// One thing that a repair met in a damaged file, and what became of it.
package struct RepairFinding: Sendable, Hashable {
  /// What became of it.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// It is not in the new file.
    case lost
    /// It is in the new file, and may not be what was once written.
    case uncertain
    /// It was damaged, and is in the new file as it was.
    case restored
    /// It is in the new file as it was, and breaks a rule of the model.
    case kept
  }

  /// What became of it.
  package var outcome: Outcome
  /// What was wrong and what was done.
  package var message: String
  /// The entity it belongs to.
  package var entity: String?
  /// The id of the object, where it is one.
  package var object: String?
  /// The name of the property.
  package var property: String?
  /// The line in the file, where that has lines.
  package var line: Int?
  /// The column there.
  package var column: Int?

  /// Makes a finding; what is known of its place is set by name.
  package init(
    _ outcome: Outcome, _ message: String, entity: String? = nil, object: String? = nil,
    property: String? = nil
  ) {
    self.outcome = outcome
    self.message = message
    self.entity = entity
    self.object = object
    self.property = property
  }

  /// The finding as it is printed: what is lost is an error, what was restored a note.
  package func diagnostic(of path: String) -> Diagnostic {
    let severity: Diagnostic.Severity =
      switch outcome {
      case .lost: .error
      case .uncertain, .kept: .warning
      case .restored: .note
      }
    return Diagnostic(
      severity, message, at: Diagnostic.Location(file: path, line: line, column: column))
  }
}

/// What a repair has found so far; of very many findings the rest is counted.
struct RepairLog: Sendable {
  private(set) var findings: [RepairFinding] = []
  private var counts: [RepairFinding.Outcome: Int] = [:]

  static let limit = 10_000

  mutating func add(_ finding: RepairFinding) {
    counts[finding.outcome, default: 0] += 1
    if findings.count < Self.limit { findings.append(finding) }
  }

  mutating func add(
    _ outcome: RepairFinding.Outcome, _ message: String, entity: String? = nil,
    object: String? = nil, property: String? = nil
  ) {
    add(
      RepairFinding(outcome, message, entity: entity, object: object, property: property))
  }

  /// Adds what another log has, what that only counted included.
  mutating func add(_ other: RepairLog) {
    findings += other.findings.prefix(Self.limit - findings.count)
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// All that was found, and how much of it is left out.
  var all: [RepairFinding] {
    let left = counts.values.reduce(0, +) - findings.count
    guard left > 0 else { return findings }
    let outcome: RepairFinding.Outcome = counts[.lost] == nil ? .uncertain : .lost
    return findings + [RepairFinding(outcome, "\(left) more findings are left out")]
  }
}

/// What could be saved of a damaged file.
package struct RepairedStore: Sendable {
  /// The records, in order.
  package var generation: Generation
  /// What the file said of itself, as far as that could be read.
  package var metadata: [String: PropertyList]
  /// What was wrong, and what became of it.
  package var findings: [RepairFinding]
  /// The mended text of a document, where all of it can be kept as it was written.
  package var document: [UInt8]?
  /// Whether values of the document lie in files beside it.
  package var namesFiles = false

  /// Makes a store of what was saved.
  package init(
    generation: Generation, metadata: [String: PropertyList], findings: [RepairFinding]
  ) {
    self.generation = generation
    self.metadata = metadata
    self.findings = findings
  }

  /// Writes a mended text into a file that must not be there yet.
  package static func write(_ document: [UInt8], to file: StoredFile) throws(StoreError) {
    try file.replace(expecting: nil) { output throws(StoreError) in try output.append(document) }
  }

  /// Whether all that was in the file is in the new one, as it was.
  package var isWhole: Bool {
    findings.allSatisfy { $0.outcome == .restored || $0.outcome == .kept }
  }
}

/// What a repair is asked for.
package struct RepairOptions: Sendable {
  /// Whether what is not certain is left out.
  package var onlyCertain = false
  /// Whether the other side of conflicts that a merge left in a document is taken, in place of ours.
  package var takesTheirs = false

  /// Keeps what can be read.
  package init() {}
}
