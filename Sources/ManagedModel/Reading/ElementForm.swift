/// What may stand in a model file, element by element, in the order in which Xcode writes it.
///
/// The grammar (`Schemas/xcdatamodel.rng`) says the same; a test compares the two. This table is for
/// telling what is unknown, with a suggestion, and for putting new attributes in their place.
struct ElementForm {
  /// The attributes.
  let attributes: [String]
  /// Those that must be there.
  let required: [String]
  /// The elements inside.
  let children: [String]

  private init(_ attributes: [String], required: [String] = [], children: [String] = []) {
    self.attributes = attributes
    self.required = required
    self.children = children
  }

  /// The forms by the names of their elements.
  static let byName: [String: ElementForm] = [
    "model": ElementForm(
      [
        "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
        "minimumToolsVersion", "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData",
        "userDefinedModelVersionIdentifier", "macOSVersion", "iOSVersion",
      ], children: ["entity", "fetchRequest", "composite", "configuration", "elements"]),
    "entity": ElementForm(
      [
        "name", "representedClassName", "isAbstract", "parentEntity", "elementID",
        "versionHashModifier", "coreSpotlightDisplayNameExpression", "syncable",
        "codeGenerationType",
      ], required: ["name"],
      children: [
        "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes",
        "uniquenessConstraints", "userInfo",
      ]),
    "attribute": ElementForm(
      [
        "name", "optional", "transient", "attributeType", "composite", "valueTransformerName",
        "customClassName", "allowsCloudEncryption", "allowsExternalBinaryDataStorage", "derived",
        "derivationExpression", "minDateTimeInterval", "minValueString", "maxDateTimeInterval",
        "maxValueString", "regularExpressionString", "defaultDateTimeInterval",
        "defaultValueString", "usesScalarValueType", "preserveAfterDeletion", "indexed",
        "spotlightIndexingEnabled", "storedInTruthFile", "elementID", "versionHashModifier",
        "syncable",
      ], required: ["name"], children: ["userInfo"]),
    "relationship": ElementForm(
      [
        "name", "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule",
        "ordered", "destinationEntity", "inverseName", "inverseEntity", "indexed",
        "spotlightIndexingEnabled", "storedInTruthFile", "elementID", "versionHashModifier",
        "syncable",
      ], required: ["name", "destinationEntity"], children: ["userInfo"]),
    "fetchedProperty": ElementForm(
      ["name", "optional", "transient", "elementID", "versionHashModifier", "syncable"],
      required: ["name"], children: ["fetchRequest", "userInfo"]),
    "fetchRequest": ElementForm(
      [
        "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "includeSubentities",
        "includePropertyValues", "includesPendingChanges", "returnObjectsAsFaults",
        "returnDistinctResults", "resultType",
      ], required: ["name", "entity"]),
    "fetchIndex": ElementForm(
      ["name", "partialIndexPredicate"], required: ["name"], children: ["fetchIndexElement"]),
    "fetchIndexElement": ElementForm(["property", "expression", "expressionType", "type", "order"]),
    "compoundIndexes": ElementForm([], children: ["compoundIndex"]),
    "compoundIndex": ElementForm([], children: ["index"]),
    "index": ElementForm(["value"], required: ["value"]),
    "uniquenessConstraints": ElementForm([], children: ["uniquenessConstraint"]),
    "uniquenessConstraint": ElementForm([], children: ["constraint"]),
    "constraint": ElementForm(["value"], required: ["value"]),
    "userInfo": ElementForm([], children: ["entry"]),
    "entry": ElementForm(["key", "value"], required: ["key", "value"]),
    "composite": ElementForm(["name"], required: ["name"], children: ["attribute"]),
    "configuration": ElementForm(["name"], required: ["name"], children: ["memberEntity"]),
    "memberEntity": ElementForm(["name"], required: ["name"]),
    "elements": ElementForm([], children: ["element"]),
    "element": ElementForm(
      ["name", "positionX", "positionY", "width", "height"], required: ["name"]),
  ]

  /// The attributes that are `YES` or `NO`.
  static let flags: Set<String> = [
    "isAbstract", "optional", "transient", "toMany", "ordered", "derived", "allowsCloudEncryption",
    "allowsExternalBinaryDataStorage", "usesScalarValueType", "preserveAfterDeletion", "indexed",
    "spotlightIndexingEnabled", "storedInTruthFile", "syncable", "usedWithCloudKit",
    "usedWithSwiftData", "includeSubentities", "includePropertyValues", "includesPendingChanges",
    "returnObjectsAsFaults", "returnDistinctResults",
  ]

  /// The attributes that are more than any text.
  static let typed = flags.union([
    "attributeType", "deletionRule", "order", "minCount", "maxCount", "fetchLimit",
    "fetchBatchSize", "resultType", "minDateTimeInterval", "maxDateTimeInterval",
    "defaultDateTimeInterval", "positionX", "positionY", "width", "height",
  ])

  /// The names of the elements that may hold an element of a name.
  static func parents(of name: String) -> [String] {
    byName.filter { $0.value.children.contains(name) }.keys.sorted()
  }
}
