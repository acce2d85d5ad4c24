/// Findings about predicates, derived attributes and expressions of indexes.
extension DiagnosticTests {
  static let predicates: [Mistake] = [
    .model(
      "<entity name=\"A\"><attribute name=\"x\" optional=\"YES\" attributeType=\"String\"/></entity>\n"
        + "<fetchRequest name=\"q\" entity=\"A\" predicateString=\"y == 'a' OR x == 5\"/>",
      "4:56: error: fetch request 'q': entity 'A' has no property 'y'; did you mean 'x'?",
      """
      4:68: error: fetch request 'q': 'x' of 'A' is a text and is compared with a number; they are \
      never equal; write the text in quotes
      """),
    .property(
      "<attribute name=\"x\" optional=\"YES\" attributeType=\"String\"/>\n"
        + "<fetchedProperty name=\"f\"><fetchRequest name=\"r\" entity=\"A\" "
        + "predicateString=\"x == $FETCH_SOURCE.z\"/></fetchedProperty>",
      """
      5:105: error: fetched property 'f' of 'A': entity 'A' has no property 'z'; did you mean 'f'?
      """),
    derived(
      "x * 2", type: "String",
      "5:103: error: derived attribute 'd' of 'A' is derived in a way that is not supported; a key path "
        + "through to-one relationships, 'uppercase:(key)', 'lowercase:(key)', 'canonical:(key)', "
        + "'toMany.@count', 'toMany.key.@sum' and 'now()' are"),
    derived(
      "r.@sum.n", type: "Integer 64",
      "5:107: error: derived attribute 'd' of 'A' is derived in a way that is not supported; a key path "
        + "through to-one relationships, 'uppercase:(key)', 'lowercase:(key)', 'canonical:(key)', "
        + "'toMany.@count', 'toMany.key.@sum' and 'now()' are"),
    derived(
      "upercase:(x)", type: "String",
      "5:103: error: 'derivationExpression' of derived attribute 'd' of 'A' cannot be parsed: "
        + "there is no function 'upercase:'; did you mean 'uppercase'?"),
    derived(
      "uppercase:(n)", type: "String",
      """
      5:114: error: derived attribute 'd' of 'A': function 'uppercase:' takes a text, and 'n' of 'A' \
      is a number
      """),
    derived(
      "canonical:(y)", type: "String",
      "5:114: error: derived attribute 'd' of 'A': entity 'A' has no property 'y'; did you mean 'd'?"
    ),
    derived(
      "r.@count", type: "String",
      """
      5:9: warning: derived attribute 'd' of 'A' has the type String, but what it is derived from is a \
      number
      """),
    derived("r.n.@sum", type: "Double"), derived("r.@count", type: "Integer 64"),
    derived("now()", type: "Date"), derived("x", type: "String"),
    derived("lowercase:(x)", type: "String"),
    derived(
      "now()", type: "Double",
      """
      5:9: warning: derived attribute 'd' of 'A' has the type Double, but what it is derived from is a \
      date
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"String\"/>\n"
        + "<attribute name=\"d\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"x\"/>",
      """
      5:9: warning: derived attribute 'd' of 'A' is required, but a new object has no derived values, \
      and on Apple's platforms its first save fails; make the attribute optional
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"String\"/>\n"
        + "<fetchIndex name=\"i\" partialIndexPredicate=\"y != nil\">\n"
        + "<fetchIndexElement expression=\"length(z)\" type=\"Binary\" order=\"ascending\"/>\n"
        + "</fetchIndex>",
      "5:53: error: index 'i' of 'A': entity 'A' has no property 'y'; did you mean 'x'?",
      """
      6:47: error: element 'length(z)' of index 'i' of 'A': entity 'A' has no property 'z'; did you \
      mean 'x'?
      """),
  ]

  private static func derived(
    _ expression: String, type: String, _ findings: String...
  ) -> Mistake {
    let lines = [
      "<attribute name=\"x\" attributeType=\"String\"/>",
      "<attribute name=\"d\" optional=\"YES\" attributeType=\"\(type)\" derived=\"YES\" "
        + "derivationExpression=\"\(expression)\"/>",
      "<attribute name=\"n\" attributeType=\"Integer 16\"/>",
      "<relationship name=\"r\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"A\" "
        + "inverseName=\"r\" inverseEntity=\"A\"/>",
    ]
    return Mistake(
      text: Sample.entity(lines.joined(separator: "\n")), findings: findings.map { "m:\($0)" })
  }
}
