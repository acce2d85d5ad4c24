/// An object as it stands in a file of Apple's.
struct AppleObject {
  /// A relationship of the object, and where it stands.
  struct Link {
    var column: Int
    var ids: [String]
    var place: Int
  }

  var table: Int
  var id: String
  /// From the `<` to behind the end tag.
  var range: Range<Int>
  /// The attributes; null for what is not there, and for relationships.
  var values: [Value]
  var links: [Link] = []
  /// For each column, whether it is there.
  var isPresent: [Bool]
}

/// What is found in a file of Apple's, references still as ids.
final class AppleObjectList {
  let schema: Schema
  var objects: [AppleObject] = []
  var problems = ProblemList()
  /// The number that was given last, as the file says.
  var counter: Int64?

  init(_ schema: Schema) { self.schema = schema }
}
