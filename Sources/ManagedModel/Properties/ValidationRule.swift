public import Predicates

/// A condition that the values of a property satisfy, and what is said of one that does not.
package struct ValidationRule: Sendable {
  /// What is said of a value that breaks a rule.
  package enum Warning: Sendable {
    /// Nothing in particular.
    case none
    /// The text of the error.
    case text(String)
    /// The code of the error; what Apple's model compiler gives the editor's limits.
    case code(Int)

    /// Takes a warning in any form that Core Data's API knows: a text, a number.
    init(_ stated: Any?) {
      if let text = stated as? String {
        self = text.isEmpty ? .none : .text(text)
      } else if let code = stated as? Int {
        self = .code(code)
      } else {
        self = .none
      }
    }

    /// The warning in the form of Core Data's API.
    var stated: Any {
      switch self {
      case .none: ""
      case .text(let text): text
      case .code(let code): code
      }
    }
  }

  /// The condition; `SELF` is the value.
  package let predicate: NSPredicate
  /// What is said of a value that does not satisfy it.
  package let warning: Warning
}

extension NSPropertyDescription {
  /// The conditions that values satisfy: the limits of the model editor, then those that were set.
  ///
  /// `SELF` is the value. nil is not judged by them, but by ``isOptional``.
  public var validationPredicates: [NSPredicate] {
    validationRules.map(\.predicate)
  }

  /// What is said of a value that breaks a condition: for each of ``validationPredicates`` a text or, where it is a
  /// limit of the model editor, the code of the error.
  public var validationWarnings: [Any] {
    validationRules.map { NumberObject.boxed($0.warning.stated) }
  }

  /// Sets the conditions that values satisfy, and what is said of a value that does not: a text, which becomes the
  /// description of an error with the code 1550, or a number, which becomes the code.
  ///
  /// Conditions of the form that ``validationPredicates`` gives the limits of the model editor become these limits;
  /// limits that are not among them are gone. A condition without a text or a number has a text that is made up.
  public func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [Any]?
  ) {
    assertMutable("validationPredicates")
    let (predicates, warnings) = (validationPredicates ?? [], validationWarnings ?? [])
    precondition(
      warnings.count <= predicates.count,
      "\(subject) is given \(warnings.count) warnings for \(predicates.count) validation predicates"
    )
    let rules = predicates.enumerated().map { position, predicate in
      ValidationRule(
        predicate: predicate,
        warning: .init(position < warnings.count ? warnings[position] : nil))
    }
    ownValidation = takeLimits(from: rules)
  }

  private var validationRules: [ValidationRule] {
    limitRules + ownValidation
  }
}
