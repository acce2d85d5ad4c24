/// What a model wants an element of its file to be.
///
/// The writer compares it with the element that the model's part was read from and changes what says
/// something else; without such an element it writes a new one in Xcode's form.
struct WantedElement {
  let name: String
  /// The element that the part was read from.
  var source: SourceElement?
  /// The attributes that the model speaks for, in Xcode's order.
  var attributes: [WantedAttribute] = []
  /// The elements inside that the model wants.
  var children: [WantedElement] = []
  /// The names of the elements inside that go when the model does not want them.
  ///
  /// Others stay.
  var speaksFor: Set<String> = []
}

/// What a model wants an attribute of an element to say.
struct WantedAttribute {
  let name: String
  /// The text that says it; nil for none.
  let text: String?
  /// Whether a text found in a file, or its absence, says the same.
  let agrees: (String?) -> Bool

  /// A text that says itself; absence says nothing.
  static func text(_ name: String, _ value: String?) -> WantedAttribute {
    WantedAttribute(name: name, text: value) { $0 == value }
  }

  /// A text where empty means absent.
  static func nonempty(_ name: String, _ value: String?) -> WantedAttribute {
    WantedAttribute(name: name, text: value) { ModelText.nonempty($0) == value }
  }

  /// A flag that is false where it is absent.
  static func flag(_ name: String, _ value: Bool) -> WantedAttribute {
    WantedAttribute(name: name, text: value ? "YES" : nil) { text in
      (text.flatMap(ModelText.flag) ?? false) == value
    }
  }

  /// A value that texts are read as.
  static func value<Value: Equatable>(
    _ name: String, _ value: Value?, text: (Value) -> String, read: @escaping (String) -> Value?
  ) -> WantedAttribute {
    WantedAttribute(name: name, text: value.map(text)) { $0.flatMap(read) == value }
  }

  /// A text that is right or wrong together with others.
  static func joint(_ name: String, _ text: String?, agrees: Bool) -> WantedAttribute {
    WantedAttribute(name: name, text: text) { _ in agrees }
  }

  /// Something that the model does not know: kept as it is, and written in new elements only.
  static func kept(_ name: String, new text: String? = nil) -> WantedAttribute {
    WantedAttribute(name: name, text: text) { _ in true }
  }
}

extension WantedElement {
  /// An element that stays as it is.
  static func verbatim(_ source: SourceElement) -> WantedElement {
    WantedElement(name: source.name, source: source)
  }
}
