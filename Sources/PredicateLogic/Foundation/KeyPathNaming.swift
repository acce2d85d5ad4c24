/// A type that knows the names of its properties by key path.
///
/// A key path prints its names only where they are stored properties of structs and final classes. A class with
/// computed properties, such as the classes of entities, tells here what each is called, so that key paths and
/// `#Predicate` can name it. Not in Apple's framework, where Objective-C knows the names.
public protocol KeyPathNaming {
  /// The key that a key path stands for, or keys with dots between them where it leads further; nil where it is
  /// unknown.
  ///
  /// The key path's root is this type or one that derives from it.
  static func key(for keyPath: AnyKeyPath) -> String?
}

extension PropertyPath {
  /// The names of a key path's properties, as its root tells them or as it prints them; none for `\.self`.
  static func keys(of keyPath: AnyKeyPath) throws(PredicateConversionError) -> [String] {
    if let naming = type(of: keyPath).rootType as? any KeyPathNaming.Type,
      let key = naming.key(for: keyPath)
    {
      return PropertyPath(key).keys
    }
    guard let keys = printedKeys(of: keyPath) else { throw .unnamed(keyPath) }
    return keys
  }

  /// The path of a key path; throws where it tells no names, and for `\.self`, which has none.
  static func path(of keyPath: AnyKeyPath) throws(PredicateConversionError) -> PropertyPath {
    let keys = try keys(of: keyPath)
    return PropertyPath(keys.isEmpty ? ["self"] : keys)
  }

  /// The names in the text of a key path: `\Movie.director?.name?` has `director` and `name`.
  private static func printedKeys(of keyPath: AnyKeyPath) -> [String]? {
    let text = "\(keyPath)"
    let root = "\\\(type(of: keyPath).rootType)."
    guard text.hasPrefix(root) else { return nil }
    let names = text.dropFirst(root.count).split(separator: ".").map {
      $0.trimmingSuffix { $0 == "?" || $0 == "!" }
    }
    guard names.allSatisfy(isKey) else { return nil }
    return names == ["self"] ? [] : names.map(String.init)
  }

  private static func isKey(_ name: Substring) -> Bool {
    guard let first = name.first else { return false }
    return (first.isLetter || first == "_")
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while holds: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, holds(last) { text.removeLast() }
    return text
  }
}
