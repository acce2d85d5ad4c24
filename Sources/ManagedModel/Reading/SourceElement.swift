/// An element of a model file: what it says, and which bytes said it.
final class SourceElement: Sendable {
}
