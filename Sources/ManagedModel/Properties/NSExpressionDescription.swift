public import Foundation
public import Predicates

/// A column of dictionaries that is computed: what is fetched beside, or in place of, properties.
///
/// Put it into ``NSFetchRequest/propertiesToFetch``; its name is the key of the value.
///
/// Safe because an expression never changes, and a description is not shared before it is complete.
public final class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
  /// What is computed, for each object or, with a function such as `sum:`, for each group.
  public var expression: NSExpression? { willSet { assertMutable("expression") } }
  /// The type that the value is given.
  public var expressionResultType = NSAttributeType.undefinedAttributeType {
    willSet { assertMutable("expressionResultType") }
  }

  /// The type that the value is given, as newer code names it.
  public var resultType: NSAttributeDescription.AttributeType {
    get { NSAttributeDescription.AttributeType(rawValue: expressionResultType) }
    set { expressionResultType = newValue.rawValue }
  }

  /// A copy that may be changed.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSExpressionDescription()
    copy.adopt(self)
    return copy
  }

  override var kind: String {
    "expression"
  }

  override func adopt(_ other: NSPropertyDescription) {
    super.adopt(other)
    guard let other = other as? NSExpressionDescription else { return }
    expression = other.expression
    expressionResultType = other.expressionResultType
  }

  override func addHashedFields(to fields: inout HashedFields) {
    super.addHashedFields(to: &fields)
    fields.add("expression")
    fields.add(Int(expressionResultType.rawValue))
  }
}
