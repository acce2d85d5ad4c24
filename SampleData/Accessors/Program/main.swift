import Kit
import OpenCoreData

@testable import Symbols

// Sets and reads every property in Symbols and Kit, and calls every function, on objects of a model made here.

let movie = NSEntityDescription.named("Movie")
let clip = NSEntityDescription.named("Clip", under: movie)
let inner = NSEntityDescription.named("Inner")
let vehicle = NSEntityDescription.named("Vehicle")
let car = NSEntityDescription.named("Car", under: vehicle)
let tag = NSEntityDescription.named("Tag")
let scene = NSEntityDescription.named("Scene")

let ofMovie = storedTrials() + transformableTrials() + relationshipTrials(movie)
let ofClip = clipTrials(clip)
let ofInner = innerTrials(inner, clip)
let ofVehicle = vehicleTrials(vehicle)
let ofCar = carTrials(vehicle)
let ofTag = tagTrials(tag, movie, scene)
let ofScene = sceneTrials(scene, movie)

movie.add(ofMovie)
movie.properties.append(attribute("fileOnly", .integer64AttributeType))
clip.add(ofClip)
clip.properties += hiddenProperties(clip)
inner.add(ofInner)
vehicle.add(ofVehicle)
car.add(ofCar)
tag.add(ofTag)
scene.add(ofScene)

let model = NSManagedObjectModel()
model.entities = [movie, clip, inner, vehicle, car, tag, scene]
let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)

var trials = Trials()
trials.run(ofMovie, on: Movie(entity: movie, insertInto: context))
let aClip = Clip(entity: clip, insertInto: context)
trials.run(ofMovie.map { Trial<Clip>($0.property, $0.run) }, on: aClip)
trials.run(ofClip, on: aClip)
trials.run(ofInner, on: Outer.Inner(entity: inner, insertInto: context))
trials.run(ofVehicle, on: Vehicle(entity: vehicle, insertInto: context))
trials.run(ofCar, on: Car(entity: car, insertInto: context))
trials.run(ofTag, on: Tag(entity: tag, insertInto: context))
trials.run(ofScene, on: Scene(entity: scene, insertInto: context))
trials.check("what only its file sees", aClip.triesHidden(with: aClip))
aClip.text = "a"
use(aClip)
trials.check("change in place", aClip.text == "a!" && aClip.movies.contains(aClip))

if !trials.failures.isEmpty {
  print("\(trials.count) trials, of which fail: \(trials.failures.joined(separator: " "))")
}
exit(trials.failures.isEmpty ? 0 : 1)
