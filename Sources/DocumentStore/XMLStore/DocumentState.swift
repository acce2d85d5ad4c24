/// What is known of a document's file since it was read or written last.
struct DocumentState: Sendable {
  /// The file.
  var stamp: FileStamp
  /// The XXH64 of all its bytes.
  var hash: UInt64
  /// Whether the file is in another encoding than UTF-8, so that a save rewrites all of it.
  var isForeign: Bool
  /// For each table, where its records stand.
  var spans: [ElementSpans]
  /// Where the `store` element stands.
  var root: Range<Int>
  /// Where the `store-metadata` element stands, where there is one.
  var metadataRange: Range<Int>?
  /// What is in it, or would be.
  var metadata: DocumentMetadata
  /// The folder for values, where the document names one.
  var assets: AssetFolder?
  /// The files of values that the document names, and what they were when they were read.
  var assetStamps: [ExactText: FileStamp]

  /// Whether somebody changed a value that lies in a file beside the document.
  var hasChangedAssets: Bool {
    guard let assets else { return false }
    return assetStamps.contains { path, stamp in assets.stamp(of: path.text) != stamp }
  }
}
