#if Command
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The data of the tour: a music shop, the same for the same number of rows.
///
/// Amounts are multiples of a quarter, so that sums are exact in whatever order an engine adds them.
struct MusicShop: Sendable {
  var genres: [Genre]
  var artists: [Artist]
  var albums: [Album] = []
  var covers: [Cover] = []
  var tracks: [Track] = []
  var customers: [Customer] = []
  var sales: [Sale] = []
  var lines: [SaleLine] = []
  var ratings: [Rating] = []

  /// The number of rows in all tables.
  var rowCount: Int {
    genres.count + artists.count + albums.count + covers.count + tracks.count + customers.count + sales.count
      + lines.count
      + ratings.count
  }

  /// The tables, parents before their children.
  static let tables: [SQLTable] = [
    Genre.table, Artist.table, Album.table, Cover.table, Track.table, Customer.table, Sale.table, SaleLine.table,
    Rating.table,
  ]

  /// Makes the data.
  ///
  /// - Parameters:
  ///   - rows: How many rows there are in all tables, nearly; at least 200.
  ///   - seed: What the data is made from.
  init(rows: Int, seed: UInt64 = 20_250_101) {
    var random = SeededGenerator(seed: seed)
    let rows = max(200, rows)
    genres = MusicShopWords.genres.enumerated().map { Genre(id: Int64($0.offset + 1), name: $0.element) }
    artists = (1...max(4, rows / 100)).map { Self.artist(Int64($0), &random) }
    let albumCount = max(8, rows * 4 / 100)
    let trackCount = max(40, rows * 28 / 100)
    let customerCount = max(12, rows * 3 / 100)
    let saleCount = max(30, rows * 17 / 100)
    let ratingCount = max(10, rows * 5 / 100)
    for id in 1...albumCount { albums.append(album(Int64(id), &random)) }
    for id in 1...max(2, albumCount / 5) {
      covers.append(Cover(albumID: Int64(id), image: random.bytes(random.below(64))))
    }
    for id in 1...trackCount { tracks.append(track(Int64(id), &random)) }
    for id in 1...customerCount { customers.append(customer(Int64(id), &random)) }
    for id in 1...saleCount { sales.append(sale(Int64(id), &random)) }
    let lineCount = max(30, rows - rowCount - ratingCount)
    for id in 1...lineCount { addLine(Int64(id), &random) }
    addRatings(ratingCount, &random)
  }

  private static func artist(_ id: Int64, _ random: inout SeededGenerator) -> Artist {
    let isBand = random.percent(55)
    let name =
      isBand
      ? "The \(random.pick(MusicShopWords.bandWords)) \(random.pick(MusicShopWords.bandWords)) \(id)"
      : person(&random)
    return Artist(id: id, name: name, country: random.percent(80) ? random.pick(MusicShopWords.cities).country : nil)
  }

  private static func person(_ random: inout SeededGenerator) -> String {
    "\(random.pick(MusicShopWords.firstNames)) \(random.pick(MusicShopWords.lastNames))"
  }

  private static func title(_ random: inout SeededGenerator) -> String {
    let words = (0...random.below(4)).map { _ in random.pick(MusicShopWords.titleWords) }
    return words.joined(separator: " ")
  }

  /// A day between 1950 and 2024, at a random millisecond.
  private static func date(_ random: inout SeededGenerator, from year: Int) -> Date {
    let seconds = Double((year - 1970) * 31_556_952 + random.below((2025 - year) * 31_556_952))
    return Date(timeIntervalSince1970: seconds)
  }

  /// Some artists have no album: a left join shows them.
  private func album(_ id: Int64, _ random: inout SeededGenerator) -> Album {
    let withAlbums = max(1, artists.count * 9 / 10)
    return Album(
      id: id, artistID: Int64(1 + random.below(withAlbums)), title: Self.title(&random),
      released: random.percent(90) ? Self.date(&random, from: 1950) : nil)
  }

  /// Some tracks have no genre, and the last genre has no tracks: a full join shows both.
  private func track(_ id: Int64, _ random: inout SeededGenerator) -> Track {
    Track(
      id: id, albumID: Int64(1 + random.below(albums.count)),
      genreID: random.percent(97) ? Int64(1 + random.below(genres.count - 1)) : nil, title: Self.title(&random),
      composer: random.percent(60) ? Self.person(&random) : nil, milliseconds: 30_000 + random.below(600_000),
      price: Double(1 + random.below(11)) / 4)
  }

  private func customer(_ id: Int64, _ random: inout SeededGenerator) -> Customer {
    let place = random.pick(MusicShopWords.cities)
    return Customer(
      id: id, name: Self.person(&random), email: random.percent(85) ? "customer\(id)@example.org" : nil,
      city: place.city, country: place.country, balance: Double(random.below(4001) - 2000) / 4,
      referrerID: id > 1 && random.percent(60) ? Int64(1 + random.below(Int(id) - 1)) : nil)
  }

  /// Some sales have no customer, and some customers no sale: a right join shows the first.
  private func sale(_ id: Int64, _ random: inout SeededGenerator) -> Sale {
    Sale(
      id: id, customerID: random.percent(92) ? Int64(1 + random.below(max(1, customers.count * 9 / 10))) : nil,
      soldAt: Self.date(&random, from: 2015), total: 0)
  }

  private mutating func addLine(_ id: Int64, _ random: inout SeededGenerator) {
    let sale = random.below(sales.count)
    let track = random.below(tracks.count)
    let quantity = 1 + random.below(3)
    let price = tracks[track].price
    sales[sale].total += price * Double(quantity)
    lines.append(
      SaleLine(id: id, saleID: Int64(sale + 1), trackID: Int64(track + 1), quantity: quantity, price: price))
  }

  private mutating func addRatings(_ count: Int, _ random: inout SeededGenerator) {
    var seen: Set<[Int]> = []
    while ratings.count < count {
      let customer = 1 + random.below(customers.count)
      let track = 1 + random.below(tracks.count)
      guard seen.insert([customer, track]).inserted else { continue }
      ratings.append(
        Rating(
          customerID: Int64(customer), trackID: Int64(track), stars: random.below(6),
          comment: random.percent(50) ? random.pick(MusicShopWords.comments) : nil))
    }
  }
}
#endif
