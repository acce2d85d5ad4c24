public import Foundation

/// Something that has a value for an object: a constant, a key path, a function of other expressions.
///
/// Expressions are immutable. Foundation on Linux has a class of this name without function; this one takes its
/// place.
///
/// Safe because an expression never changes before it goes, and the constants in it are compared and never changed.
open class NSExpression: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The kinds of expression, with Foundation's numbers.
  public enum ExpressionType: UInt, Sendable {
    case constantValue = 0
    /// The object itself: `SELF`.
    case evaluatedObject = 1
    /// `$name`.
    case variable = 2
    case keyPath = 3
    case function = 4
    case unionSet = 5
    case intersectSet = 6
    case minusSet = 7
    case subquery = 13
    /// A list of expressions: `{1, 2}`.
    case aggregate = 14
    /// `ANYKEY`.
    case anyKey = 15
    case block = 19
    /// `TERNARY(…)`.
    case conditional = 20
    /// `FETCH(…)`; on Apple's systems a number without a name here.
    case fetchRequest = 50
  }

  /// What the expression is, for those who take expressions apart; constants in it are normal, see
  /// ``ConstantValue``.
  package final private(set) var form: ExpressionForm
  /// How many levels of expressions and predicates there are, the expression included.
  package let levels: Int

  /// Makes an expression of its form; ``making(_:)`` finds the class that the form has.
  package init(_ form: ExpressionForm) {
    self.form = form.canonical
    levels = self.form.levels
    super.init()
  }

  deinit {
    guard levels > TreeParts.plainLevels else { return }
    var parts = TreeParts()
    handOver(to: &parts)
    parts.release()
  }

  /// Gives up the parts of an expression that nobody wants any more.
  final func handOver(to parts: inout TreeParts) {
    form.addParts(to: &parts)
    form = .evaluatedObject
  }

  /// Whether archives of expressions can be read securely, as they can.
  open class var supportsSecureCoding: Bool { true }

  /// Reads an archived expression.
  public required init?(coder: NSCoder) {
    let found = ArchivedTree.decode(coder) { bytes throws(ArchiveError) -> NSExpression? in
      let found = try TreeReader.expression(bytes)
      let mustFetch = Self.self == NSFetchRequestExpression.self
      return !mustFetch || found is NSFetchRequestExpression ? found : nil
    }
    guard let found else { return nil }
    form = found.form
    levels = found.levels
    super.init()
  }

  /// Archives the expression; see ``NSComparisonPredicate/encode(with:)`` for those that cannot be.
  open func encode(with coder: NSCoder) {
    ArchivedTree.encode(self, with: coder)
  }

  /// Does nothing: what an expression from outside may do is bounded already, see ``FunctionRegistry``.
  public func allowEvaluation() {}

  /// Makes an expression of the class that its form has.
  package static func making(_ form: ExpressionForm) -> NSExpression {
    if case .fetch = form { return NSFetchRequestExpression(form) }
    return NSExpression(form)
  }

  /// Whether another object is an expression that says the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSExpression else { return false }
    if self === other { return true }
    return !isTooDeep && !other.isTooDeep && form.says(other.form)
  }

  open override var hash: Int {
    var hasher = Hasher()
    if isTooDeep { hasher.combine(levels) } else { form.hash(into: &hasher) }
    return hasher.finalize()
  }

  /// The expression as ``init(format:_:)`` reads it.
  open override var description: String {
    isTooDeep ? "EXPRESSION OF \(levels) LEVELS" : ExpressionText(self).text
  }

  /// The expression itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any {
    self
  }
}

/// What an expression is.
package enum ExpressionForm {
  /// Always this value.
  case constant(Any?)
  /// The object that is evaluated.
  case evaluatedObject
  /// The value of a variable, named without its `$`.
  case variable(String)
  /// What a path leads to from the value of an expression, mostly ``evaluatedObject``.
  case keyPath(NSExpression, PropertyPath)
  /// A function by its name with colons (`sum:`, `castObject:toType:`); the operand is what `FUNCTION` takes
  /// first, nil for the functions that the language has itself.
  case function(operand: NSExpression?, name: String, arguments: [NSExpression])
  /// The values of expressions, as a list.
  case aggregate([NSExpression])
  /// The members of a collection that meet a condition, in which each is the variable.
  case subquery(NSExpression, variable: String, NSPredicate)
  /// Two collections joined.
  case set(SetOperation, NSExpression, NSExpression)
  /// One of two expressions, as a predicate decides.
  case conditional(NSPredicate, NSExpression, NSExpression)
  /// A member of a list by number, or by `FIRST`, `LAST`; or the number of its members, `SIZE`.
  case element(NSExpression, ElementIndex)
  /// The value of an expression, which the variable has from then on: `$name := expression`.
  case assignment(String, NSExpression)
  /// What a request finds in a context, or only how many: `FETCH(request, context, NO)`.
  case fetch(NSExpression, context: NSExpression, countOnly: Bool)
  /// `ANYKEY`.
  case anyKey
  /// What a block makes of the object, the values of expressions, and a dictionary of its own.
  case block(@Sendable (Any?, [Any], NSMutableDictionary?) -> Any, [NSExpression])
}

/// How two collections are joined.
///
/// The raw value is the word that formats have for it.
package enum SetOperation: String, Sendable {
  case union = "UNION"
  case intersection = "INTERSECT"
  case difference = "MINUS"
}

/// Which member of a list is meant.
package enum ElementIndex: Hashable {
  case first, last, size
  /// By number from 0, or by key where the list is a dictionary.
  case at(NSExpression)
}
