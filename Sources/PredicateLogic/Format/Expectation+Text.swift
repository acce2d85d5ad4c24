extension FormatProblem {
  /// What the format could have gone on with.
  var expected: [String] {
    switch self {
    case .unexpected(let expectation): expectation.words
    case .unclosed(_, let closing): [closing]
    case .badOption: ["c", "d", "n", "l", "]"]
    case .reserved: Expectation.operand.words
    case .conditionExpected: Expectation.comparison.words
    case .openText: ["a closing quote"]
    case .variableExpected: ["a variable"]
    case .selectorExpected, .classNameExpected: ["text"]
    default: []
    }
  }
}

extension Expectation {
  /// What it stands for.
  var words: [String] {
    switch self {
    case .operand: ["a key", "a value", "("]
    case .operation: ["AND", "OR", "an operator"]
    case .comparison: ["an operator that compares"]
    case .key: ["a key"]
    case .index: ["a number", "a key in quotes", "FIRST", "LAST", "SIZE"]
    case .symbol(let symbol): [symbol.rawValue]
    case .either(let first, let second): [first.rawValue, second.rawValue]
    }
  }

  /// The words as a part of a sentence.
  private var list: String {
    let quoted = words.map { $0.utf8.count == 1 ? "'\($0)'" : $0 }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// What is wrong with what was found instead.
  func message(_ found: String) -> String {
    let expected = list
    guard !found.isEmpty else { return "the format ends where \(expected) is expected" }
    let plain = "'\(found.shortened)' stands where \(expected) is expected"
    switch self {
    case .operation, .comparison: return operatorMessage(found) ?? plain
    case .symbol, .either: return operatorMessage(found) ?? plain
    default: return plain
    }
  }

  /// What to write instead of operators that other languages have.
  private static let otherLanguages = [
    "IS": "== or !=", "EQUALS": "==", "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">",
    "GE": ">=", "STARTSWITH": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "HASSUFFIX": "ENDSWITH",
    "INCLUDES": "CONTAINS", "REGEXP": "MATCHES", "ILIKE": "LIKE[c]", "MOD": "modulus:by:(a, b)",
  ]

  /// Of something between operands or behind the last one.
  private func operatorMessage(_ found: String) -> String? {
    guard let first = found.unicodeScalars.first else { return nil }
    switch found {
    case "!": return "'!' stands where \(list) is expected; for the opposite write NOT"
    case "(" where words == Expectation.comparison.words:
      return "'(' stands where \(list) is expected; a method is called by FUNCTION(object, 'name:')"
    case "," where !words.contains(","):
      return "',' stands where \(list) is expected; a list is written {1, 2}"
    default: break
    }
    if first == ")" || first == "]" || first == "}" {
      return words.contains("AND") ? "'\(found)' closes nothing" : nil
    }
    guard first == "_" || first.properties.isAlphabetic else { return nil }
    if let instead = Self.otherLanguages[found.uppercased()] {
      return "'\(found)' is no operator; write \(instead)"
    }
    let known = Keyword.operators + ["UNION", "INTERSECT", "MINUS"]
    if Keyword(word: found) == nil, let near = suggestion(for: found.uppercased(), among: known) {
      return "'\(found)' is no operator; did you mean '\(near)'?"
    }
    guard words.contains("AND") else { return nil }
    return "'\(found.shortened)' stands where \(list) is expected; "
      + "put text in quotes"
  }
}
