package import Predicates

/// What is wrong with a predicate that objects of an entity are to meet: keys that are not there, values that
/// cannot be compared, collections without `ANY`.
///
/// O(size of the predicate).
package func problems(
  of predicate: NSPredicate, for entity: NSEntityDescription
) -> [RequestProblem] {
  let check = PredicateCheck(entity)
  check.check(predicate)
  return check.problems
}

/// What is wrong with an order in which objects of an entity are wanted: keys that are not there, that lead to
/// several values, or to values without an order.
package func problems(
  of sortDescriptors: [NSSortDescriptor], for entity: NSEntityDescription
) -> [RequestProblem] {
  let check = PredicateCheck(entity)
  for descriptor in sortDescriptors { check.check(descriptor) }
  return check.problems
}

/// What is wrong with a fetch request for an entity: predicate, order, columns, groups, limits, variables that have
/// no value.
///
/// Before it runs; requests that are part of a model are checked along with it.
package func problems(
  of request: FetchRequestCore, for entity: NSEntityDescription
) -> [RequestProblem] {
  var check = RequestCheck(request, entity: entity)
  check.isAboutToRun = true
  return check.run()
}
