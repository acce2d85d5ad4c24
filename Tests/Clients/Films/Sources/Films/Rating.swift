/// How good a film is said to be.
public enum Rating: Int16, Sendable {
  case poor = 1
  case fair, good
}
