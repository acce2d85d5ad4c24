package import ManagedModel

/// Why a store could not be read or written, and where.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure, for callers that treat kinds differently.
  package enum Reason: Sendable, Hashable {
    /// The file is not there.
    case missing
    /// The system refused a file operation; the number is `errno`.
    case system(Int32)
    /// The file is of no format that is known here, or of another one than was asked for.
    case unknownFormat
    /// The file is of the right format and breaks its rules.
    case malformed
    /// Stored bytes are not those that were written.
    case corrupt
    /// The file was written with another model.
    case incompatibleModel
    /// A value cannot be kept: not finite, out of range, too large.
    case unstorable
    /// Someone else changed the file since it was read.
    case changedByOther
    /// The store was opened for reading only.
    case readOnly
    /// The file asks for more than the limits allow.
    case limit
    /// The history does not reach back as far as was asked for.
    case historyExpired
  }

  /// The kind.
  package var reason: Reason
  /// All that was found, the gravest first; never empty.
  package var diagnostics: [Diagnostic]

  /// A failure with one finding.
  package init(_ reason: Reason, _ message: String, at location: Diagnostic.Location = .init()) {
    self.reason = reason
    diagnostics = [Diagnostic(.error, message, at: location)]
  }

  /// A failure with several findings.
  package init(_ reason: Reason, _ diagnostics: [Diagnostic]) {
    precondition(!diagnostics.isEmpty)
    self.reason = reason
    self.diagnostics = diagnostics
  }

  /// The findings, a line each.
  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
