public import Foundation

/// One expression compared with another.
///
/// Safe because it never changes before it goes.
open class NSComparisonPredicate: NSPredicate, @unchecked Sendable {
  /// For which members of a collection on the left the comparison must hold, with Foundation's numbers.
  public enum Modifier: UInt, Sendable {
    /// The left side is compared as it is.
    case direct = 0
    /// For all members; true where there are none.
    case all = 1
    /// For at least one member.
    case any = 2
  }

  /// What is compared, with Foundation's numbers.
  public enum Operator: UInt, Sendable, CaseIterable {
    case lessThan = 0
    case lessThanOrEqualTo = 1
    case greaterThan = 2
    case greaterThanOrEqualTo = 3
    case equalTo = 4
    case notEqualTo = 5
    /// The whole text fits a regular expression.
    case matches = 6
    /// The whole text fits a pattern in which `*` is any text and `?` any character.
    case like = 7
    case beginsWith = 8
    case endsWith = 9
    /// The left side is a member, or a part, of the right side.
    case `in` = 10
    /// A function that the predicate brings along decides.
    case customSelector = 11
    /// The right side is a member, or a part, of the left side.
    case contains = 99
    /// The left side lies between two bounds, both included.
    case between = 100
  }

  /// How text is compared, with Foundation's numbers.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt

    /// Makes options from their number.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// `[c]`: upper and lower case are the same.
    public static let caseInsensitive = Options(rawValue: 1)
    /// `[d]`: letters with and without diacritics are the same.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// `[n]`: both sides are folded and normalised already, so bytes are compared.
    public static let normalized = Options(rawValue: 4)
    /// `[l]`: as the current locale orders texts.
    ///
    /// Foundation has it in formats, without a name.
    public static let localeSensitive = Options(rawValue: 8)
  }

  /// What is compared.
  public let predicateOperatorType: Operator
  /// For which members of a collection on the left the comparison must hold.
  public let comparisonPredicateModifier: Modifier
  /// The left side.
  public final private(set) var leftExpression: NSExpression
  /// The right side.
  public final private(set) var rightExpression: NSExpression
  /// How text is compared.
  public let options: Options
  /// The name of the function that decides a `customSelector` comparison.
  public let customSelector: Selector?
  /// The right side as comparisons take it, if it is constant.
  let keptTest = KeptTest()

  /// Compares two expressions.
  public init(
    leftExpression: NSExpression, rightExpression: NSExpression, modifier: Modifier = .direct,
    type: Operator, options: Options = []
  ) {
    precondition(
      type != .customSelector,
      "a comparison by a custom selector is made by init(leftExpression:rightExpression:customSelector:)"
    )
    self.leftExpression = leftExpression
    self.rightExpression = rightExpression
    comparisonPredicateModifier = modifier
    predicateOperatorType = type
    self.options = options
    customSelector = nil
    super.init()
  }

  /// Compares two expressions by a function registered for the selector's name; see ``FunctionRegistry``.
  public init(
    leftExpression: NSExpression, rightExpression: NSExpression, customSelector: Selector
  ) {
    self.leftExpression = leftExpression
    self.rightExpression = rightExpression
    comparisonPredicateModifier = .direct
    predicateOperatorType = .customSelector
    options = []
    self.customSelector = customSelector
    super.init()
  }

  /// Reads an archived comparison.
  public required init?(coder: NSCoder) {
    let found = ArchivedTree.decode(coder) { bytes throws(ArchiveError) in
      try TreeReader.predicate(bytes) as? NSComparisonPredicate
    }
    guard let found else { return nil }
    leftExpression = found.leftExpression
    rightExpression = found.rightExpression
    comparisonPredicateModifier = found.comparisonPredicateModifier
    predicateOperatorType = found.predicateOperatorType
    options = found.options
    customSelector = found.customSelector
    super.init()
  }

  deinit {
    guard levels > TreeParts.plainLevels else { return }
    var parts = TreeParts()
    handOver(to: &parts)
    parts.release()
  }

  override func handOver(to parts: inout TreeParts) {
    parts.add([leftExpression, rightExpression])
    leftExpression = NSExpression(.evaluatedObject)
    rightExpression = leftExpression
  }

  /// Archives the comparison.
  ///
  /// Blocks, and constants of types that formats cannot write, cannot be archived: they stop the program with a
  /// sentence, as they raise an exception on Apple's systems.
  open override func encode(with coder: NSCoder) {
    ArchivedTree.encode(self, with: coder)
  }

  package override var form: PredicateForm { .comparison(self) }

  package override var levels: Int { max(leftExpression.levels, rightExpression.levels) + 1 }
}
