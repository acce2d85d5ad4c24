/// What a document says of itself, and where.
struct RootElement {
  var start = 0
  /// Behind the end tag.
  var end = 0
  var model: String?
  /// The name of the root, where it is not `store`.
  var foreignName: String?
  /// Whether the root, and with it all elements, belong to a namespace without a prefix.
  var hasDefaultNamespace = false
  /// The name of the folder for values, as it stands there.
  var assets: String?
  /// The folder, where the name is that of one.
  var folder: AssetFolder?
  var metadata: [String: PropertyList]?
  /// For each entity, the number from which on ids have not been given yet, where the document says
  /// so.
  var nextNumbers: [String: Int64] = [:]
  var metadataStart: Int?
  var metadataEnd: Int?
}
