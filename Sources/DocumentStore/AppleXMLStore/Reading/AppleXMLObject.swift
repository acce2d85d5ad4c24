/// An object as it stands in a file.
struct AppleXMLObject {
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
