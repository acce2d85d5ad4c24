import Foundation
import OpenCoreData
import Testing

@Suite("Asynchronous fetches") struct FetchingLaterTests {
  @Test("an asynchronous fetch calls back on the context's queue")
  func callback() async throws {
    let payroll = try Payroll(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = payroll.stack.coordinator
    let names = await withCheckedContinuation { continuation in
      context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
        request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: true)]
        let later = NSAsynchronousFetchRequest(fetchRequest: request) { result in
          continuation.resume(returning: result.finalResult?.map { $0.name ?? "" } ?? [])
        }
        later.estimatedResultCount = 3
        let result = try? context.execute(later) as? NSAsynchronousFetchResult<NSManagedObject>
        #expect(result?.finalResult == nil)
      }
    }
    #expect(names == ["charlie", "alpha", "bravo"])
  }

  @Test("a request that is changed after it was given to the context is executed as it was")
  func changedRequest() async throws {
    let payroll = try Payroll(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = payroll.stack.coordinator
    let count = await withCheckedContinuation { continuation in
      context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
        let later = NSAsynchronousFetchRequest(fetchRequest: request) { result in
          continuation.resume(returning: result.finalResult?.count)
        }
        _ = try? context.execute(later)
        request.predicate = NSPredicate(value: false)
        request.sortDescriptors = [NSSortDescriptor(key: "no such key", ascending: true)]
      }
    }
    #expect(count == 3)
  }

  @Test("a fetch that is cancelled in time finds nothing")
  func cancelling() async throws {
    let payroll = try Payroll(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = payroll.stack.coordinator
    let code = await withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
      context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
        let later = NSAsynchronousFetchRequest(fetchRequest: request) { result in
          continuation.resume(returning: (result.operationError as NSError?)?.code)
        }
        let result = try? context.execute(later) as? NSPersistentStoreAsynchronousResult
        result?.progress?.cancel()
      }
    }
    #expect(code == NSUserCancelledError)
  }

  @Test("an error comes with the result")
  func failure() throws {
    let payroll = try Payroll(.inMemory)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employe")
    var error: (any Error)?
    let later = NSAsynchronousFetchRequest(fetchRequest: request) { error = $0.operationError }
    _ = try payroll.context.execute(later)
    #expect(error?.localizedDescription.contains("Employee") == true)
  }
}
