extension NSExpression {
  /// Makes an expression of a key path: the names of its properties, from the object that is evaluated.
  ///
  /// The names must be known; see ``KeyPathNaming``. A key path without known names is a mistake of the
  /// programmer, and of `\.self` comes `SELF`.
  public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    let keys = PropertyPath.knownKeys(of: keyPath)
    if keys.isEmpty {
      self.init(.evaluatedObject)
    } else {
      self.init(.keyPath(NSExpression(.evaluatedObject), PropertyPath(keys)))
    }
  }
}

extension PropertyPath {
  /// The names of a key path's properties, which must be known.
  static func knownKeys(of keyPath: AnyKeyPath) -> [String] {
    do {
      return try keys(of: keyPath)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
