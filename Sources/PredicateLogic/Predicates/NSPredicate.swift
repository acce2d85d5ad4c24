public import Foundation

/// A condition that an object meets or does not meet.
///
/// Predicates are immutable. Most are made from a format string, which `NSPredicate(format:_:)` parses; what
/// comes back is an ``NSComparisonPredicate``, an ``NSCompoundPredicate`` or a predicate with a fixed value.
/// Foundation on Linux has a class of this name that can only be made from a block; this one takes its place.
///
/// Safe because a predicate never changes, and the constants in it are compared and never changed.
open class NSPredicate: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// What the condition is, for those who take predicates apart.
  ///
  /// A class that someone else derives says nothing of itself: it can only be evaluated.
  package var form: PredicateForm { .opaque }
  /// How many levels of predicates and expressions there are, the predicate included.
  package var levels: Int { 1 }

  /// Gives up the parts of a predicate that nobody wants any more.
  func handOver(to parts: inout TreeParts) {}

  /// The predicate as a format, which makes an equal predicate again.
  ///
  /// Blocks, objects that have no text, and trees of more than 1000 levels are the exception: they show what they
  /// are, and cannot be read again.
  open var predicateFormat: String {
    isTooDeep ? "PREDICATE OF \(levels) LEVELS" : PredicateText(self).text
  }

  open override var description: String { predicateFormat }

  /// Whether another object is a predicate that says the same: constants are compared by value.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    return self === other || !isTooDeep && !other.isTooDeep && says(other)
  }

  open override var hash: Int {
    var hasher = Hasher()
    if isTooDeep { hasher.combine(levels) } else { combine(into: &hasher) }
    return hasher.finalize()
  }

  /// Makes a predicate for a subclass to give a meaning.
  public override init() {
    super.init()
  }

  /// Whether archives of predicates can be read securely, as they can.
  open class var supportsSecureCoding: Bool { true }

  /// Reads what ``encode(with:)`` of a subclass has written.
  ///
  /// An object of this class itself has no meaning, so that no archive holds one.
  public required init?(coder: NSCoder) {
    super.init()
    guard type(of: self) != NSPredicate.self else { return nil }
  }

  /// Writes nothing: a subclass writes what it means.
  open func encode(with coder: NSCoder) {}

  /// Does nothing: what a predicate from outside may do is bounded already, see ``FunctionRegistry``.
  public func allowEvaluation() {}

  /// Whether an object meets the condition.
  ///
  /// Values of unlike types are unequal and in no order. A variable without a value or a function that is not
  /// allowed is a mistake of the programmer.
  open func evaluate(with object: Any?) -> Bool {
    if isEvaluatedByForm { return evaluateOrStop(object, [:]) }
    // A subclass overrides either method or both; each asks the other, but not in a circle.
    return Delegation.$asked.withValue(ObjectIdentifier(self)) {
      evaluate(with: object, substitutionVariables: nil)
    }
  }

  /// Whether an object meets the condition, in which variables have these values.
  open func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    if case .opaque = form, Delegation.asked != ObjectIdentifier(self) {
      return evaluate(with: object)
    }
    return evaluateOrStop(object, substitutionVariables ?? [:])
  }

  /// The predicate itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any {
    self
  }
}

/// Which predicate's `evaluate(with:)` was not overridden and has asked the other method.
private enum Delegation {
  @TaskLocal static var asked: ObjectIdentifier?
}

/// What a predicate is.
package enum PredicateForm {
  /// True or false, whatever the object.
  case value(Bool)
  /// One expression compared with another.
  case comparison(NSComparisonPredicate)
  /// Other predicates joined.
  case compound(NSCompoundPredicate)
  /// Known only to a block, or to a class of somebody else.
  case opaque
}

/// A predicate with a fixed value: `TRUEPREDICATE`, `FALSEPREDICATE`.
///
/// Safe because its value never changes.
final class ValuePredicate: NSPredicate, @unchecked Sendable {
  let value: Bool

  init(_ value: Bool) {
    self.value = value
    super.init()
  }

  override var form: PredicateForm { .value(value) }

  required init?(coder: NSCoder) {
    let value = ArchivedTree.decode(coder) { bytes throws(ArchiveError) -> Bool? in
      guard case .value(let value) = try TreeReader.predicate(bytes).form else { return nil }
      return value
    }
    guard let value else { return nil }
    self.value = value
    super.init()
  }

  override func encode(with coder: NSCoder) {
    ArchivedTree.encode(self, with: coder)
  }
}

/// A predicate that a block decides.
///
/// Safe because the block may be called from anywhere.
final class BlockPredicate: NSPredicate, @unchecked Sendable {
  let block: @Sendable (Any?, [String: Any]?) -> Bool

  init(_ block: @escaping @Sendable (Any?, [String: Any]?) -> Bool) {
    self.block = block
    super.init()
  }

  /// No archive holds a block.
  required init?(coder: NSCoder) {
    nil
  }

  override func encode(with coder: NSCoder) {
    ArchivedTree.encode(self, with: coder)
  }

  override func evaluate(with object: Any?) -> Bool {
    block(NumberObject.boxed(object), nil)
  }

  override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    block(NumberObject.boxed(object), substitutionVariables)
  }
}

/// Lets `NSPredicate(…)` return an object of the class that fits, as Apple's class cluster does.
///
/// Only a protocol that is not bound to classes lets an initialiser give `self` another value. Nothing but
/// ``NSPredicate`` is meant to conform.
public protocol PredicateCluster {}

extension NSPredicate: PredicateCluster {}

extension PredicateCluster {
  /// Makes a predicate that is true or false for every object.
  public init(value: Bool) {
    self = Self.adopt(ValuePredicate(value))
  }

  /// Makes a predicate that a block decides.
  ///
  /// The block gets the object and the substitution variables. A store cannot look into a block, so a fetch
  /// calls it for every object that the rest of its predicate lets through.
  public init(block: @escaping @Sendable (Any?, [String: Any]?) -> Bool) {
    self = Self.adopt(BlockPredicate(block))
  }

  /// The predicate as this class, which it must be.
  static func adopt(_ predicate: NSPredicate) -> Self {
    guard let fitting = predicate as? Self else {
      preconditionFailure("\(type(of: predicate)) is not a \(Self.self); use NSPredicate(…)")
    }
    return fitting
  }
}
