/// Something that runs fetch requests: what `FETCH(request, context, NO)` asks.
package protocol RequestContext: AnyObject {
  /// What a request finds, or how many; throws where `request` is none.
  func value(ofFetch request: Any, countOnly: Bool) throws(EvaluationError) -> Any?
}

/// `FETCH(request, context, NO)`.
enum FetchCall {
  /// What a request finds in a context; both must be there and of their kinds.
  static func value(
    of request: Any?, in context: Any?, countOnly: Bool
  ) throws(EvaluationError) -> Any? {
    guard let context = context as? any RequestContext else {
      throw .noContext(ConstantValue.kind(of: context))
    }
    guard let request else { throw .noRequest("nil") }
    return try context.value(ofFetch: request, countOnly: countOnly)
  }
}
