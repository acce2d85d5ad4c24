import Foundation
import ManagedModel
import OpenCoreData

extension FetchTwin {
  /// Compares a request for dictionaries with its twin; a report where they differ.
  func compareDictionaries(_ trial: DictionaryTrial, _ saved: NSManagedObjectContext) -> Report? {
    guard var message = difference(trial, saved) else { return nil }
    var smallest = trial
    var isShrinking = true
    while isShrinking {
      isShrinking = false
      for simpler in smallest.simpler {
        guard let found = difference(simpler, saved) else { continue }
        (smallest, message, isShrinking) = (simpler, found, true)
        break
      }
    }
    return report("dictionaries", smallest.description, message)
  }

  private func difference(_ trial: DictionaryTrial, _ saved: NSManagedObjectContext) -> String? {
    var base = trial.base
    (base.offset, base.limit) = (0, 0)
    if trial.isGrouped { base.sort = [] }
    let expected: [String]
    do {
      expected = try DictionaryTwin(trial, objects(base, in: saved)).rows(world.model)
    } catch {
      return "the twin threw \(error)"
    }
    do {
      let found = try world.context.fetch(trial.request).map { row in
        DictionaryTwin.text(row as? [String: Any] ?? [:])
      }
      return found == expected ? nil : "found    \(found)\nexpected \(expected)"
    } catch {
      guard let entity = world.model.model.entitiesByName[base.entity],
        problems(of: trial.request.core, for: entity).contains(where: { $0.severity == .error })
      else { return "threw \(error)\nexpected \(expected)" }
      noteRefusal()
      return nil
    }
  }
}
