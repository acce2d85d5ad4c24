/// The name of a property, for the getters and setters of generated classes.
///
/// It is a text in the program, so a key costs nothing to make: the compiler puts it in the place where it is used, and
/// the text's address, which is the same each time, is what an object finds its value by. Not in Apple's framework,
/// where Objective-C finds the getters.
///
/// Safe because a literal's text is there for the life of the program.
@safe public struct ManagedKey: @unchecked Sendable {
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline let count: Int

  /// Makes the key of a property, given its name as a literal.
  @inlinable
  public init(_ name: StaticString) {
    unsafe start = name.utf8Start
    count = name.utf8CodeUnitCount
  }

  /// The property's name.
  public var name: String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The property's slot in an object's layout; nil where the entity has no stored property of that name.
  @inline(__always)
  func slot(in layout: ObjectLayout) -> Int? {
    knownSlot(in: layout) ?? find(in: layout)
  }

  /// The property's slot in a layout that has been asked for it before.
  @inline(__always)
  func knownSlot(in layout: ObjectLayout) -> Int? {
    layout.places.slot(of: address)
  }

  @inline(never)
  private func find(in layout: ObjectLayout) -> Int? {
    guard let slot = layout.keys.slot(of: name) else { return nil }
    layout.places.note(address, slot: slot)
    return slot
  }

  @inline(__always)
  private var address: UInt64 { unsafe UInt64(UInt(bitPattern: start)) }
}
