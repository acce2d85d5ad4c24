/// A type as it is written.
indirect enum TypeSyntax: Hashable {
  /// `Outer.Inner<Argument>`, part by part.
  case named([Part])
  case optional(TypeSyntax)
  case array(TypeSyntax)
  case dictionary(TypeSyntax, TypeSyntax)
  /// `A & B`
  case composition([TypeSyntax])
  /// `any P`
  case existential(TypeSyntax)
  /// `()`
  case void
  /// What no accessor can have: its name for a message, such as "a tuple".
  case refused(String)

  /// One part of a name.
  struct Part: Hashable {
    var name: String
    var arguments: [TypeSyntax] = []
  }
}
