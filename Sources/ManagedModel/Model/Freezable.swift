/// A part of a model: it can be changed until its model is in use, and never after.
///
/// A frozen model is read by many threads at once without a lock, so a late change is a programmer's
/// error, found at the setter.
protocol Freezable: AnyObject {
  /// Whether a coordinator uses the model that this part belongs to.
  var isFrozen: Bool { get }
  /// What the part is called in messages: `attribute 'title' of 'Movie'`.
  var subject: String { get }
}

extension Freezable {
  /// Stops the program where a frozen part would be changed.
  func assertMutable(_ key: StaticString) {
    precondition(
      !isFrozen,
      """
      cannot set '\(key)' of \(subject): its model is in use by a coordinator; change the model \
      before it is used, or change a copy of it
      """)
  }
}
