/// An expression that runs a fetch request: `FETCH(request, context, NO)`.
///
/// Its value is the list of what the request finds, or the number of that. In the condition of another fetch it is
/// run once for each store, unless the request or the context depends on the object.
///
/// Safe because it never changes; the context is asked on its own queue.
public final class NSFetchRequestExpression: NSExpression, @unchecked Sendable {
  /// Makes an expression of a request and a context, which are mostly constants.
  ///
  /// - Parameters:
  ///   - request: Its value must be an `NSFetchRequest`.
  ///   - context: Its value must be an `NSManagedObjectContext`.
  ///   - countOnly: Whether the value is the number of what is found.
  /// - Returns: An `NSFetchRequestExpression`.
  public class func expression(
    forFetch request: NSExpression, context: NSExpression, countOnly: Bool
  ) -> NSExpression {
    NSFetchRequestExpression(.fetch(request, context: context, countOnly: countOnly))
  }

  /// The request.
  public var requestExpression: NSExpression { parts.request }

  /// The context that runs the request.
  public var contextExpression: NSExpression { parts.context }

  /// Whether the value is the number of what is found.
  public var isCountOnlyRequest: Bool { parts.countOnly }

  private var parts: (request: NSExpression, context: NSExpression, countOnly: Bool) {
    guard case .fetch(let request, let context, let countOnly) = form else {
      preconditionFailure("\(self) is no FETCH")
    }
    return (request, context, countOnly)
  }
}

/// The type of expressions that run a fetch request.
public let NSFetchRequestExpressionType = NSExpression.ExpressionType.fetchRequest
