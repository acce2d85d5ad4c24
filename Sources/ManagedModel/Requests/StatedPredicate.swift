import Predicates

/// A predicate, and the text by which a model file states it.
///
/// The text is kept as it was found, so that a file is written back as it was; a predicate that is set in code is
/// written as its format.
struct StatedPredicate {
  /// The predicate; nil where there is none, or the text is none.
  let predicate: NSPredicate?
  /// Why the text is no predicate.
  let fault: PredicateFormatError?
  private let stated: String?

  /// Takes a predicate that was made in code.
  init(_ predicate: NSPredicate? = nil) {
    self.predicate = predicate
    fault = nil
    stated = nil
  }

  /// Parses what a file states.
  init(text: String?) {
    stated = text
    guard let text else {
      (predicate, fault) = (nil, nil)
      return
    }
    do throws(PredicateFormatError) {
      (predicate, fault) = (try NSPredicate(validating: text), nil)
    } catch {
      (predicate, fault) = (nil, error)
    }
  }

  /// What a file states, or is to state.
  var text: String? {
    stated ?? predicate?.predicateFormat
  }

  /// Whether a text says the same; what only code can say (a block) is said by none.
  var isWritable: Bool {
    guard stated == nil, let predicate else { return true }
    return StatedPredicate(text: predicate.predicateFormat).predicate?.isEqual(predicate) ?? false
  }
}

/// An expression, and the text by which a model file states it.
struct StatedExpression {
  /// The expression; nil where there is none, or the text is none.
  let expression: NSExpression?
  /// Why the text is no expression.
  let fault: PredicateFormatError?
  private let stated: String?

  /// Takes an expression that was made in code.
  init(_ expression: NSExpression? = nil) {
    self.expression = expression
    fault = nil
    stated = nil
  }

  /// Parses what a file states.
  init(text: String?) {
    stated = text
    guard let text else {
      (expression, fault) = (nil, nil)
      return
    }
    do throws(PredicateFormatError) {
      (expression, fault) = (try NSExpression(validating: text), nil)
    } catch {
      (expression, fault) = (nil, error)
    }
  }

  /// What a file states, or is to state.
  var text: String? {
    stated ?? expression?.description
  }

  /// Whether a text says the same.
  var isWritable: Bool {
    guard stated == nil, let expression else { return true }
    return StatedExpression(text: expression.description).expression?.isEqual(expression) ?? false
  }
}
