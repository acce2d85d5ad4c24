/// The sorted indexes that a model asks for, built when a query can use one.
package final class FetchIndexes: Sendable {
  /// Makes indexes of nothing.
  package init() {}
}
