import Foundation

/// Keeps values of a `Codable` type as property lists, which an XML document shows element by element.
///
///     ValueTransformer.setValueTransformer(
///       CodableTransformer<Palette>(), forName: NSValueTransformerName("Palette"))
///
/// The attribute names it as its transformer; it is registered before a store is opened. Values are compared by
/// what they are encoded as. Not in Apple's framework.
public final class CodableTransformer<Content: Codable>: ValueTransformer {
  /// Property lists have a collection at the top, and not every value is one.
  private struct Box: Codable {
    let value: Content

    init(_ value: Content) { self.value = value }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      value = try list.decode(Content.self)
    }

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(value)
    }
  }

  /// The data of the attribute.
  public override class func transformedValueClass() -> AnyClass { NSData.self }

  /// The property list of a value, in its binary form; nil for a value of another type, or one that cannot be
  /// encoded.
  public override func transformedValue(_ value: Any?) -> Any? {
    guard let content = value as? Content else { return nil }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    guard let data = try? encoder.encode(Box(content)),
      let list = NSSecureUnarchiveFromDataTransformer().transformedValue(data) as? [Any],
      let inner = list.first
    else { return nil }
    return NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(inner)
  }

  /// The value of a property list; nil where it has none.
  public override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data,
      let inner = NSSecureUnarchiveFromDataTransformer().transformedValue(data),
      let list = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue([inner]) as? Data
    else { return nil }
    return try? PropertyListDecoder().decode(Box.self, from: list).value
  }
}
