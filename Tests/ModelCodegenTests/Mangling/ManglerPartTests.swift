import Testing

@testable import ModelCodegen

@Suite struct ManglerPartTests {
  @Test(
    "the digest is MD5",
    arguments: [
      ("", "D41D8CD98F00B204E9800998ECF8427E"), ("abc", "900150983CD24FB0D6963F7D28E17F72"),
      ("ma.swift", "80DABA5F78B16B80694BE7C4904C3242"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57EDF4A22BE3C955AC49DA2E2107B67A"
      ),
    ])
  func digest(text: String, expected: String) {
    #expect(MD5.hexadecimal(of: Array(text.utf8)) == expected)
  }

  @Test(
    "letters beyond ASCII are written as the compiler writes them",
    arguments: [("héros", "hros_bpa"), ("映画", "livDJEa")])
  func letters(text: String, expected: String) {
    #expect(String(decoding: Punycode.encoded(text), as: UTF8.self) == expected)
  }

  @Test("more than 26 things are referred to by number")
  func manyReferences() {
    var mangler = Mangler()
    for index in 0..<30 { mangler.appendIdentifier("n\(index)x") }
    let start = mangler.name
    mangler.appendIdentifier("n26x")
    mangler.appendIdentifier("n27x")
    mangler.appendIdentifier("n28x")
    #expect(mangler.name == start + "A_A0_A1_")
  }

  @Test("a known type is found with its module, kind and extension")
  func knownTypes() {
    func name(_ path: String) -> String? {
      guard case .type(let nominal)? = KnownTypes.meaning(of: path) else { return nil }
      var mangler = Mangler()
      mangler.append(nominal)
      return mangler.name
    }
    #expect(name("Date") == "$s20FoundationEssentials4DateV")
    #expect(name("NSDate") == "$s10Foundation6NSDateC")
    #expect(name("NSManagedObjectID") == "$s12OpenCoreData17NSManagedObjectIDC")
    #expect(name("NSPredicate") == "$s14PredicateLogic11NSPredicateC")
    #expect(name("Calendar.Component") == "$s20FoundationEssentials8CalendarV9ComponentO")
    #expect(name("Nothing") == nil)
  }
}
