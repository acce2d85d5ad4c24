import Foundation

/// How far it is from one place on earth to another.
enum Distance {
  /// The distance in metres between two things that have `latitude` and `longitude` in degrees, along the surface
  /// of a sphere of the earth's mean radius.
  static func metres(_ one: Any?, _ other: Any?) throws(EvaluationError) -> Any? {
    guard let a = try place(one), let b = try place(other) else { return nil }
    let latitudes = sin((b.latitude - a.latitude) / 2)
    let longitudes = sin((b.longitude - a.longitude) / 2)
    let chord =
      latitudes * latitudes + cos(a.latitude) * cos(b.latitude) * longitudes * longitudes
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }

  private static func place(
    _ value: Any?
  ) throws(EvaluationError) -> (latitude: Double, longitude: Double)? {
    guard let value,
      let latitude = try PathWalk.step("latitude", from: value).flatMap({ Number($0) }),
      let longitude = try PathWalk.step("longitude", from: value).flatMap({ Number($0) })
    else { return nil }
    return (latitude.double * .pi / 180, longitude.double * .pi / 180)
  }
}
