import DocumentStore
import Foundation
package import ManagedModel

extension NSAttributeDescription {
  /// The value that a text stands for: in the form of documents; a date may be a day alone; a transformable that
  /// is kept as a property list takes JSON.
  ///
  /// Throws a ``ToolFailure`` that begins with `subject`, which names the text.
  package func value(ofText text: String, named subject: String) throws -> Any {
    switch attributeType {
    case .transformableAttributeType:
      return try propertyList(ofJSON: Data(text.utf8), named: subject)
    case .compositeAttributeType:
      let parts = (self as? NSCompositeAttributeDescription)?.elements.map { "'\($0.name)'" } ?? []
      throw ToolFailure(
        "\(subject) is no composite; its elements are set one by one, as \(name).key=value: "
          + parts.joined(separator: ", "))
    default: break
    }
    guard let type = ColumnType(attributeType) else {
      throw ToolFailure("'\(name)' has no type in the model, so no text can be a value of it")
    }
    let value = try value(type == .date ? text.completedDay : text, as: type, named: subject)
    guard let decoded = value.decoded(as: ColumnSchema(name: name, type: type), type) else {
      throw ToolFailure(
        "\(subject) is not a URI; a form such as https://example.org/a was expected")
    }
    return decoded
  }

  private func value(_ text: String, as type: ColumnType, named subject: String) throws -> Value {
    do throws(TextRefusal) {
      return try PlainText.value(text, as: type)
    } catch {
      throw ToolFailure("\(subject) \(error.sentence)")
    }
  }

  /// The value that the contents of a file stand for: the bytes themselves for data, a property list for a
  /// transformable.
  package func value(ofFile contents: Data, named subject: String) throws -> Any {
    guard attributeType == .transformableAttributeType else { return contents }
    try requireKnownTransformer()
    guard let value = NSSecureUnarchiveFromDataTransformer().transformedValue(contents) else {
      throw ToolFailure("\(subject) is neither a property list nor an archive of simple values")
    }
    return value
  }

  /// Whether a value may be the contents of a file.
  package var takesFiles: Bool {
    attributeType == .binaryDataAttributeType || attributeType == .transformableAttributeType
  }

  private func propertyList(ofJSON data: Data, named subject: String) throws -> Any {
    try requireKnownTransformer()
    let list = try? JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
    guard let list, PropertyListSerialization.propertyList(list, isValidFor: .binary) else {
      throw ToolFailure(
        "\(subject) is not JSON without nulls; a form such as [\"a\", \"b\"] or {\"a\": 1} was "
          + "expected, or @file with a property list")
    }
    return list
  }

  private func requireKnownTransformer() throws {
    guard let missing = AttributeTransformer(named: valueTransformerName).missingName else {
      return
    }
    throw ToolFailure(
      "values of '\(name)' are made by '\(missing)', a class of the program that the model is for; "
        + "only that program can set them")
  }
}

extension String {
  /// The text of a date, with midnight where it is a day alone.
  fileprivate var completedDay: String {
    let isDay = utf8.count == 10 && utf8.allSatisfy { 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
    return isDay ? self + "T00:00:00Z" : self
  }
}
