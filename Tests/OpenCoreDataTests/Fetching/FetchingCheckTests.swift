import Foundation
import OpenCoreData
import Testing

@Suite("Fetching what cannot be") struct FetchingCheckTests {
  private func text(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return error.localizedDescription
    }
  }

  @Test("wrong keys are errors that suggest the right ones, and nothing traps")
  func keys() throws {
    let payroll = try Payroll(.inMemory)
    #expect(text { _ = try payroll.names("salry > 20") }.contains("did you mean 'salary'"))
    #expect(
      text { _ = try payroll.names(payroll.request(by: "nmae")) }.contains("did you mean 'name'"))
    #expect(text { _ = try payroll.names("department.nam == 'x'") }.contains("'name'"))
    #expect(
      text { _ = try payroll.context.count(for: payroll.request("salry > 20")) }.contains("salary"))
  }

  @Test("a variable without a value is an error")
  func variables() throws {
    let payroll = try Payroll(.inMemory)
    #expect(text { _ = try payroll.names("salary > $MIN") }.contains("MIN"))
    let request = payroll.request()
    request.predicate = NSPredicate(format: "salary > $MIN")
      .withSubstitutionVariables(["MIN": 20])
    #expect(try payroll.names(request) == ["alpha", "bravo"])
  }

  @Test(
    "the bounds of BETWEEN have an order: a set of them is an error, and nothing lies in it",
    arguments: [0, 1, 2])
  func unorderedBounds(form: Int) throws {
    let sets: [Any] = [NSSet(array: [1, 100]), Set([1, 100]), Set<AnyHashable>([1, 100])]
    let payroll = try Payroll(.inMemory)
    let predicate = NSPredicate(format: "salary BETWEEN %@", sets[form])
    let request = payroll.request()
    request.predicate = predicate
    #expect {
      try payroll.context.fetch(request)
    } throws: {
      $0.localizedDescription.contains("an upper bound")
    }
    #expect(try !predicate.evaluate(with: payroll["alpha"]))
  }
}
