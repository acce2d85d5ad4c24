public import Foundation

/// How objects are ordered: by which property, in which direction, compared how.
///
/// nil is smaller than everything. Foundation on Linux has a class of this name without keys; this one takes its
/// place.
///
/// Safe because a sort descriptor never changes and its comparator may be called from anywhere.
open class NSSortDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The path of the property that is compared; nil for the object itself.
  public let key: String?
  /// The key, taken apart once.
  let path: PropertyPath?
  /// The key path of Swift that the descriptor was made of, where it was.
  public let keyPath: AnyKeyPath?
  /// Whether the smaller comes first.
  public let ascending: Bool
  /// How two values are compared, where that is one of the ways that have a name.
  package let comparison: SortComparison
  /// How two values are compared, as somebody's block decides.
  package let block: (@Sendable (Any, Any) -> ComparisonResult)?

  /// Makes a descriptor of its parts.
  package init(
    path: String?, ascending: Bool, comparison: SortComparison,
    block: (@Sendable (Any, Any) -> ComparisonResult)? = nil, keyPath: AnyKeyPath? = nil
  ) {
    key = path
    self.keyPath = keyPath
    self.path = path.map { PropertyPath($0) }
    self.ascending = ascending
    self.comparison = comparison
    self.block = block
    super.init()
  }

  /// Whether archives of sort descriptors can be read securely, as they can.
  open class var supportsSecureCoding: Bool { true }

  /// Reads an archived descriptor.
  public required init?(coder: NSCoder) {
    guard let parts = ArchivedTree.decode(coder, ArchivedOrder.init) else { return nil }
    key = parts.key
    path = parts.key.map { PropertyPath($0) }
    keyPath = nil
    ascending = parts.ascending
    comparison = parts.comparison
    block = nil
    super.init()
  }

  /// Archives the descriptor, without the key path of Swift that it may have been made of.
  ///
  /// A comparator cannot be archived: it stops the program with a sentence, as it raises an exception on Apple's
  /// systems.
  open func encode(with coder: NSCoder) {
    ArchivedTree.encode(with: coder) { () throws(ArchiveError) in
      guard block == nil else { throw .unwritable("a sort descriptor with a comparator") }
      return try ArchivedOrder(key: key, ascending: ascending, comparison: comparison).bytes()
    }
  }

  /// Does nothing: what a descriptor from outside may do is bounded already.
  public func allowEvaluation() {}

  /// The descriptor itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any {
    self
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSSortDescriptor else { return false }
    if self === other { return true }
    return block == nil && other.block == nil && key == other.key && ascending == other.ascending
      && comparison == other.comparison
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(ascending)
    hasher.combine(comparison)
    return hasher.finalize()
  }

  open override var description: String {
    let way = block == nil ? comparison.rawValue : "a block"
    return "(\(key ?? "SELF"), \(ascending ? "ascending" : "descending"), \(way))"
  }
}

/// The ways of comparing that have a name.
package enum SortComparison: String, Sendable, CaseIterable {
  /// By value; texts by the scalars of their composed form.
  case compare = "compare:"
  case caseInsensitive = "caseInsensitiveCompare:"
  case localized = "localizedCompare:"
  case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
  /// As lists of files are ordered: numbers in texts by value.
  case localizedStandard = "localizedStandardCompare:"
  /// A block decides.
  case block = ""
}
