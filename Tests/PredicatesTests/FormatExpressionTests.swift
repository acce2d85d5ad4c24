import Foundation
import Predicates
import Testing

@Suite("Expressions")
struct FormatExpressionTests {
  @Test("tell their type and their parts")
  func parts() {
    let key = NSExpression(forKeyPath: "a.b")
    #expect(key.expressionType == .keyPath)
    #expect(key.keyPath == "a.b")
    #expect(key.operand == .expressionForEvaluatedObject())
    #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
    #expect(NSExpression.expressionForAnyKey().expressionType == .anyKey)
    let variable = NSExpression(forVariable: "x")
    #expect(variable.expressionType == .variable)
    #expect(variable.variable == "x")
    let sum = NSExpression(forFunction: "sum:", arguments: [key])
    #expect(sum.expressionType == .function)
    #expect(sum.function == "sum:")
    #expect(sum.arguments == [key])
    let call = NSExpression(forFunction: key, selectorName: "pow:", arguments: [3])
    #expect(call.operand == key)
    #expect(call.arguments?.first?.constantValue as? Int == 3)
    let list = NSExpression(forAggregate: [key, "x"])
    #expect(list.expressionType == .aggregate)
    #expect((list.collection as? [NSExpression])?.count == 2)
    let block = NSExpression(block: { _, values, _ in values.count }, arguments: [key, key])
    #expect(block.expressionType == .block)
    #expect(block.expressionBlock(nil, [1, 2], nil) as? Int == 2)
    #expect(block.arguments?.count == 2)
    let element = NSExpression(format: "a[2]")
    #expect(element.expressionType == .function)
    #expect(element.function == "objectFrom:withIndex:")
    #expect(element.arguments?.last?.constantValue as? Int == 2)
  }

  @Test("of sets, subqueries and conditions have theirs too")
  func compoundParts() {
    let key = NSExpression(forKeyPath: "a")
    let other = NSExpression(forKeyPath: "b")
    let union = NSExpression(forUnionSet: key, with: other)
    #expect(union.expressionType == .unionSet)
    #expect(union.left == key && union.right == other)
    #expect(NSExpression(forMinusSet: key, with: other).expressionType == .minusSet)
    #expect(NSExpression(forIntersectSet: key, with: other).expressionType == .intersectSet)
    let predicate = NSPredicate(format: "$x == 1")
    let subquery = NSExpression(
      forSubquery: key, usingIteratorVariable: "x", predicate: predicate)
    #expect(subquery.expressionType == .subquery)
    #expect(subquery.predicate == predicate)
    #expect(subquery.variable == "x")
    #expect(subquery.collection as? NSExpression == key)
    let choice = NSExpression(
      forConditional: predicate, trueExpression: key, falseExpression: other)
    #expect(choice.expressionType == .conditional)
    #expect(choice.true == key && choice.false == other)
    #expect(choice.description == "TERNARY($x == 1, a, b)")
  }

  @Test("have constants that cast to any type of number")
  func constants() {
    let one = NSExpression(format: "TRUE").constantValue
    #expect(one as? Int == 1)
    #expect(one as? Bool == true)
    let seven = NSExpression(forConstantValue: 7).constantValue
    #expect(seven as? Int64 == 7)
    #expect(seven as? Double == 7)
    #expect(NSExpression(forConstantValue: Decimal(7)).constantValue as? NSDecimalNumber == 7)
    #expect(NSExpression(forConstantValue: "x").constantValue as? String == "x")
    #expect(NSExpression(forConstantValue: nil).constantValue == nil)
  }

  @Test("have one form for each thing")
  func canonical() {
    let seconds = NSExpression(
      forFunction: "castObject:toType:", arguments: [1.5, "NSDate"])
    #expect(seconds.constantValue as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    let stays = NSExpression(forFunction: "castObject:toType:", arguments: ["x", "NSDate"])
    #expect(stays.expressionType == .function)
    let nested = NSExpression(
      .keyPath(NSExpression(forKeyPath: "a"), PropertyPath(["b", "c"])))
    #expect(nested.keyPath == "a.b.c")
    #expect(NSExpression(forKeyPath: "self") == .expressionForEvaluatedObject())
  }

  @Test("a part that an expression does not have stops the program and says so")
  func missing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSExpression(format: "a + 1").keyPath
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'a + 1' is of the type function, which has no keyPath"))
  }

  @Test("a wrong format stops the program with the error's text")
  func wrongFormat() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSPredicate(format: "name CONTAIN 'x'")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'CONTAIN' is no operator; did you mean 'CONTAINS'?"))
  }
}
