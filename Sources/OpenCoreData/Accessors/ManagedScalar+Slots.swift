import DocumentStore

/// A type that a slot's value can be converted to.
protocol StoredScalar {
  /// What a slot holds as this type; nil where it has no meaning as it.
  init?(managed value: Value)
}

extension StoredScalar {
  /// The value of an attribute in whatever form an object has it.
  @inline(never)
  fileprivate static func converted(_ object: NSManagedObject, _ key: ManagedKey) -> Self? {
    Self(managed: object.value(of: key))
  }
}

/// What all types of attributes have in common.
extension NSManagedObject {
  /// The value of an attribute: what `exact` finds in the object's own slot, else what is there by the longer way.
  @inline(__always)
  final func scalar<Scalar: StoredScalar>(
    _ key: ManagedKey, exact: (Value) -> Scalar?
  ) -> Scalar? {
    guard let place = unsafe place(of: key) else { return Scalar.converted(self, key) }
    if let scalar = unsafe exact(place.pointee) { return scalar }
    if case .null = unsafe place.pointee { return nil }
    return Scalar.converted(self, key)
  }

  /// Sets an attribute: at once to what `stored` makes for its type, else, where that is nil, by the longer way.
  @inline(__always)
  final func setScalar<Scalar>(
    _ scalar: Scalar?, _ key: ManagedKey, stored: (Scalar, ColumnType) -> Value?
  ) {
    if let scalar, let slot = key.slot(in: layout), let value = stored(scalar, layout.types[slot]) {
      checkQueue()
      change(slot, to: value)
    } else {
      setProgram(scalar, key)
    }
  }
}

extension ColumnType {
  /// Whether it is a type of whole numbers and the number fits.
  @inline(__always)
  func holds(_ number: Int64) -> Bool {
    switch self {
    case .int64: true
    case .int32: Int32(exactly: number) != nil
    case .int16: Int16(exactly: number) != nil
    default: false
    }
  }
}
