/// A predicate as a format.
struct PredicateText {
  private(set) var text = ""

  init(_ predicate: NSPredicate) {
    append(predicate)
  }

  private mutating func append(_ predicate: NSPredicate) {
    switch predicate.form {
    case .value(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): append(comparison)
    case .compound(let compound): append(compound)
    case .opaque: text += predicate is BlockPredicate ? "BLOCKPREDICATE" : "\(type(of: predicate))"
    }
  }

  private mutating func append(_ compound: NSCompoundPredicate) {
    let parts = compound.subpredicates
    switch compound.compoundPredicateType {
    case .not:
      text += "NOT "
      appendPart(parts[0])
    case .and where parts.isEmpty: text += "TRUEPREDICATE"
    case .or where parts.isEmpty: text += "FALSEPREDICATE"
    case .and where parts.count == 1, .or where parts.count == 1: text += parts[0].predicateFormat
    case .and: join(parts, " AND ")
    case .or: join(parts, " OR ")
    }
  }

  private mutating func join(_ parts: [NSPredicate], _ word: String) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += word }
      appendPart(part)
    }
  }

  /// A part of a compound, in parentheses if it is one itself.
  private mutating func appendPart(_ predicate: NSPredicate) {
    guard case .compound(let compound) = predicate.simple.form,
      compound.compoundPredicateType != .not, !compound.subpredicates.isEmpty
    else { return text += predicate.simple.predicateFormat }
    text += "(" + compound.predicateFormat + ")"
  }

  private mutating func append(_ comparison: NSComparisonPredicate) {
    switch comparison.comparisonPredicateModifier {
    case .direct: break
    case .any: text += "ANY "
    case .all: text += "ALL "
    }
    text += ExpressionText(comparison.leftExpression, within: .set).text
    text += " "
    text += comparison.operatorText
    text += " "
    text += ExpressionText(comparison.rightExpression, within: .set).text
  }
}

extension NSComparisonPredicate {
  /// The operator and its options: `CONTAINS[cd]`.
  fileprivate var operatorText: String {
    let word = customSelector?.description ?? predicateOperatorType.symbol
    guard !options.isEmpty else { return word }
    let letters = Options.letters.filter { options.contains($0.option) }.map(\.letter)
    return word + "[" + String(letters) + "]"
  }
}

extension NSPredicate {
  /// What a compound of one part says, which is what its part says.
  var simple: NSPredicate {
    var predicate = self
    while case .compound(let compound) = predicate.form, compound.compoundPredicateType != .not,
      compound.subpredicates.count == 1
    {
      predicate = compound.subpredicates[0]
    }
    return predicate
  }
}
