/// Mistakes in attributes and composites.
extension DiagnosticTests {
  static let attributes: [Mistake] = [
    .property(
      "<attribute name=\"x\" attributeType=\"Integer 8\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the type 'Integer 8', which does not exist; did you mean \
      'Integer 16'?
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Qubit\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the type 'Qubit', which does not exist; the types are \
      'Integer 16', 'Integer 32', 'Integer 64', 'Decimal', 'Double', 'Float', 'String', 'Boolean', \
      'Date', 'Binary', 'UUID', 'URI', 'Transformable' and 'Composite'
      """),
    .property(
      "<attribute name=\"x\"/>\n<attribute name=\"y\" transient=\"YES\"/>",
      """
      4:9: error: attribute 'x' of 'A' has no type; only a transient attribute may be without one: add \
      'attributeType', such as 'String'
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"String\" derived=\"YES\"/>",
      """
      4:9: error: derived attribute 'x' of 'A' does not say what it is derived from; add \
      'derivationExpression'
      """),
    bad(default: "x", type: "Integer 16", "a whole number"),
    bad(default: "1.5", type: "Integer 64", "a whole number"),
    bad(
      default: "40000", type: "Integer 16", "for Integer 16 a number from -32768 to 32767"),
    bad(default: "1,5", type: "Decimal", "a decimal number"),
    bad(default: "nan", type: "Double", "a number such as 1.5"),
    bad(default: "1e99", type: "Float", "a number such as 1.5 that a Float can hold"),
    bad(default: "maybe", type: "Boolean", "'YES' or 'NO'"),
    .property(
      "<attribute name=\"x\" attributeType=\"Date\" defaultDateTimeInterval=\"now\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the default 'now'; a number of seconds since \
      2001-01-01T00:00:00Z is expected
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Integer 32\" defaultValueString=\"NO\"/>",
      """
      4:9: warning: attribute 'x' of 'A' has the default 'NO', probably left from another type; it is \
      read as 0
      """),
    ignored(default: "", type: "Binary", "attributes of type Binary have none"),
    ignored(default: "#5", type: "Transformable", "attributes of type Transformable have none"),
    ignored(
      default: "empy", type: "UUID",
      "it is not a UUID such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301"),
    ignored(
      default: "2001-01-01", type: "Date",
      "a date states its default in 'defaultDateTimeInterval'"),
    limit(
      "minValueString=\"1\" defaultValueString=\"0\"", type: "Integer 16", "0", "at least 1"),
    limit(
      "maxValueString=\"0.1\" defaultValueString=\"0.2\"", type: "Double", "0.2", "at most 0.1"),
    limit(
      "maxValueString=\"2\" defaultValueString=\"abc\"", type: "String", "abc",
      "at most 2 characters"),
    limit(
      "regularExpressionString=\"a|ab\" defaultValueString=\"abc\"", type: "String", "abc",
      "the pattern 'a|ab'"),
    limit(
      "maxDateTimeInterval=\"0\" defaultDateTimeInterval=\"60\"", type: "Date",
      "2001-01-01T00:01:00Z", "at most 2001-01-01T00:00:00Z"),
    .property(
      "<attribute name=\"x\" attributeType=\"Float\" minValueString=\"few\"/>",
      "4:9: error: 'minValueString' of attribute 'x' of 'A' is 'few'; a number is expected"),
    .property(
      "<attribute name=\"x\" attributeType=\"String\" maxValueString=\"-1\"/>",
      """
      4:9: error: 'maxValueString' of attribute 'x' of 'A' is '-1'; a length, a whole number from 0, is \
      expected
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Date\" minDateTimeInterval=\"2001\" "
        + "maxDateTimeInterval=\"soon\"/>",
      """
      4:9: error: 'maxDateTimeInterval' of attribute 'x' of 'A' is 'soon'; a number of seconds since \
      2001-01-01T00:00:00Z is expected
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Integer 16\" minValueString=\"9\" maxValueString=\"1\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the minimum 9 above its maximum 1: no value satisfies both
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"String\" regularExpressionString=\"[a\"/>",
      """
      4:9: error: 'regularExpressionString' of attribute 'x' of 'A' is '[a', which is not a regular \
      expression
      """),
  ]

  static let composites: [Mistake] = [
    .model(
      """
      <entity name="A">
      <attribute name="x" attributeType="Composite"/>
      <attribute name="y" attributeType="Composite" composite="Pont"/>
      </entity>
      <composite name="Point"/>
      """,
      """
      4:5: error: composite attribute 'x' of 'A' does not say which composite it is; add 'composite' \
      (the model has 'Point')
      """,
      """
      5:5: error: composite attribute 'y' of 'A' names composite 'Pont', which the model does not have; \
      did you mean 'Point'?
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Composite\"/>",
      """
      4:9: error: composite attribute 'x' of 'A' does not say which composite it is; add 'composite' \
      (the model has none)
      """),
    .model(
      """
      <composite name="A">
      <attribute name="b" attributeType="Composite" composite="B"/>
      </composite>
      <composite name="B">
      <attribute name="a" attributeType="Composite" composite="A"/>
      </composite>
      """,
      "4:5: error: composite contains itself: 'A' in 'B' in 'A'; one of them must leave it out"),
    .model(
      "<composite name=\"A\"/>\n<composite name=\"A\"/>\n<composite name=\"a b\"/>",
      "4:5: error: composite 'A' is declared twice, first in line 3; give one of them another name",
      """
      5:5: error: 'a b' cannot be the name of a composite: a name has letters, digits and '_', and \
      begins with no digit
      """),
    .model(
      "<composite name=\"A\">\n<attribute name=\"x\" attributeType=\"String\"/>\n"
        + "<attribute name=\"x\" attributeType=\"String\"/>\n</composite>",
      "5:5: error: 'x' of 'A' is declared twice, first in line 4; remove or rename one"),
    .model(
      (0...101).map { number in
        let inner =
          "<attribute name=\"x\" attributeType=\"Composite\" composite=\"C\(number + 1)\"/>"
        return "<composite name=\"C\(number)\">\(number == 101 ? "" : inner)</composite>"
      }.joined(separator: "\n"),
      "103:5: error: composites nest more than 100 deep; take one out of another"),
    .model(
      (0...5).map { number in
        let inner = (0..<8).map {
          "<attribute name=\"x\($0)\" attributeType=\"Composite\" composite=\"C\(number + 1)\"/>"
        }
        let part = "<attribute name=\"x\" attributeType=\"String\"/>"
        return "<composite name=\"C\(number)\">\(number == 5 ? part : inner.joined())</composite>"
      }.joined(separator: "\n"),
      "3:5: error: composite 'C0' has more than 10000 values with all that is nested in it; "
        + "make it smaller"),
  ]

  private static func bad(default text: String, type: String, _ expected: String) -> Mistake {
    .property(
      "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>",
      "4:9: error: attribute 'x' of 'A' has the default '\(text)'; \(expected) is expected")
  }

  private static func ignored(default text: String, type: String, _ reason: String) -> Mistake {
    .property(
      "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>",
      "4:9: warning: attribute 'x' of 'A' has the default '\(text)', which is ignored: \(reason)")
  }

  private static func limit(
    _ attributes: String, type: String, _ text: String, _ limit: String
  ) -> Mistake {
    .property(
      "<attribute name=\"x\" attributeType=\"\(type)\" \(attributes)/>",
      """
      4:9: error: attribute 'x' of 'A' has the default '\(text)', which its own limit forbids: \(limit)
      """)
  }
}
