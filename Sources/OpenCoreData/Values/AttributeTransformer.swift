import DocumentStore
import Foundation

/// How a transformable attribute's values become bytes and back.
struct AttributeTransformer {
  private let transformer: ValueTransformer
  /// Those that unarchive are named for the way back.
  private let unarchives: Bool
  /// What the model asks for and nobody registered.
  let missingName: String?

  init(named name: String?) {
    let known = name.flatMap { name in
      ValueTransformer(forName: NSValueTransformerName(name))
        ?? ValueTransformer(forName: NSValueTransformerName(name.removingSuffix("TransformerName")))
    }
    let isUsual = name.map { $0.contains("UnarchiveFromData") } ?? true
    missingName = known == nil && !isUsual ? name : nil
    transformer = known ?? NSSecureUnarchiveFromDataTransformer()
    unarchives = transformer is NSSecureUnarchiveFromDataTransformer
  }

  /// The bytes of a value; nil where the transformer has none for it.
  func encode(_ value: Any) -> Data? {
    precondition(
      missingName == nil,
      """
      no value transformer is registered as '\(missingName ?? "")'; call \
      ValueTransformer.setValueTransformer(_:forName:) before the store is opened
      """)
    let made =
      unarchives
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    return made as? Data
  }

  /// The value of some bytes; nil where they cannot be read.
  func decode(_ data: Data) -> Any? {
    if missingName != nil { return nil }
    return unarchives
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
  }
}

extension ColumnSchema {
  var transformer: AttributeTransformer { AttributeTransformer(named: transformerName) }
}

extension String {
  fileprivate func removingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
