import ManagedModel

/// Transactions and changes as entities, so that requests for them are held against what they have.
struct HistoryEntities {
  let transaction = NSEntityDescription()
  let change = NSEntityDescription()

  static let transactionName = "Transaction"
  static let changeName = "Change"

  init() {
    transaction.name = Self.transactionName
    change.name = Self.changeName
    transaction.properties =
      ["author", "contextName", "storeID", "bundleID", "processID"].map {
        Self.attribute($0, .stringAttributeType)
      } + [
        Self.attribute("timestamp", .dateAttributeType),
        Self.attribute("transactionNumber", .integer64AttributeType),
        Self.attribute("token", .transformableAttributeType),
        Self.relationship("changes", to: change, isToMany: true),
      ]
    change.properties = [
      Self.attribute("changeID", .integer64AttributeType),
      Self.attribute("changeType", .integer16AttributeType),
      Self.attribute("changedObjectID", .objectIDAttributeType),
      Self.attribute("changedEntity", .transformableAttributeType),
      Self.attribute("tombstone", .transformableAttributeType),
      Self.attribute("updatedProperties", .transformableAttributeType),
      Self.relationship("transaction", to: transaction, isToMany: false),
    ]
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    return attribute
  }

  private static func relationship(
    _ name: String, to destination: NSEntityDescription, isToMany: Bool
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = isToMany ? 0 : 1
    return relationship
  }
}
