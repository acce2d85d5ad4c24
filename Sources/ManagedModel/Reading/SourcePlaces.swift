extension NSEntityDescription {
  /// Where the entity stands in the file that it was read from; nil for one that was made in code.
  package var location: Diagnostic.Location? { source?.location }
}

extension NSPropertyDescription {
  /// Where the property stands in the file that it was read from; nil for one that was made in code.
  package var location: Diagnostic.Location? { source?.location }
}
