#if Command
internal import Quarry

/// The program of the tour: the same values for every driver.
enum MusicShopTour {
  /// Every step behind the loading, in order.
  static func steps(_ shop: MusicShop) -> [TourStep] { [covers(shop)] + queries + changes(shop) }

  /// The steps that only read.
  static var queries: [TourStep] {
    [
      predicates, innerJoin, leftJoin, rightJoin, fullJoin, crossJoin, aggregates, window, recursion,
    ]
  }

  /// Conditions of many kinds over one table.
  private static var predicates: TourStep {
    let named = Track.where { $0.title.contains("LOVE") || $0.title.like("100\\%%", escape: "\\") }
    let genres: [Int64] = [1, 2, 3, 5, 8, 13, 21]
    let chosen = named.where { $0.milliseconds.between(120_000, 480_000) && $0.composer.isNotNull }
      .where { $0.genreID.in(genres) || $0.genreID.isNull || $0.price <= 0.75 }
    let rated = chosen.where { track in
      let praise = Rating.where { $0.trackID == track.id && $0.stars >= 4 }
      return praise.exists || track.price != 1.5
    }
    return .query("predicates", rated.order { ($0.price.descending, $0.title, $0.id) })
  }

  /// Three tables along their foreign keys.
  private static var innerJoin: TourStep {
    let albums = Track.join(Album.self, on: Track.albumID)
    let artists = albums.join(Artist.self, on: Album.artistID)
    let long = artists.where { track, _, artist in artist.country == "Japan" && track.milliseconds > 400_000 }
    return .query(
      "inner join, three tables", long.order { track, album, artist in (artist.name, album.title, track.id) })
  }

  /// Artists without albums stay.
  private static var leftJoin: TourStep {
    .query(
      "left join",
      Artist.leftJoin(Album.self, on: Album.artistID)
        .where { artist, album in album.id.isNull || album.released.isNull || artist.country.isNull }
        .order { artist, album in (artist.id, album.id) })
  }

  /// Sales without a customer stay.
  private static var rightJoin: TourStep {
    let sales = Customer.rightJoin(Sale.self, on: Sale.customerID)
    let chosen = sales.where { customer, sale in customer.id.isNull || sale.total > 20 }
    return .query("right join", needs: .rightJoin, chosen.order { customer, sale in (sale.id, customer.id) })
  }

  /// Genres without tracks stay, and tracks without a genre.
  private static var fullJoin: TourStep {
    .query(
      "full join", needs: .fullJoin,
      Genre.all.fullJoin(Track.where { $0.milliseconds < 60_000 }, on: Track.genreID)
        .order { genre, track in (genre.id.ascending.nullsLast, track.id.ascending.nullsFirst) })
  }

  /// Every genre with every early artist.
  private static var crossJoin: TourStep {
    .query(
      "cross join",
      Genre.all.crossJoin(Artist.where { $0.id <= 40 })
        .where { genre, artist in genre.id != artist.id }
        .order { genre, artist in (genre.id, artist.id) })
  }

  /// What each genre earns in each country.
  private static var aggregates: TourStep {
    let tracks = SaleLine.join(Track.self, on: SaleLine.trackID)
    let genres = tracks.join(Genre.self, on: Track.genreID)
    let sales = genres.join(Sale.self, on: SaleLine.saleID)
    let customers = sales.join(Customer.self, on: Sale.customerID)
    let grouped = customers.group { _, _, genre, _, customer in (genre.name, customer.country) }
      .having { line, _, _, _, _ in line.quantity.sum() > 10 }
    let chosen = grouped.select { line, track, genre, _, customer in
      let revenue = (line.price * line.quantity.cast(to: Double.self)).sum()
      let ownWork = line.price.sum().filter(track.composer.isNull)
      return (
        genre.name, customer.country, SQL.count(), revenue, line.quantity.average(), track.title.min(),
        track.milliseconds.max(), customer.id.count(distinct: true), ownWork
      )
    }
    return .query(
      "aggregates, HAVING", chosen.order { name, country, _, _, _, _, _, _, _ in (name, country) })
  }

  /// The best-selling tracks of each genre.
  private static var window: TourStep {
    let sold = SaleLine.join(Track.self, on: SaleLine.trackID).where { line, _ in line.quantity == 3 }
    let ranked = sold.select { line, track in
      let rank = SQL.rank().over(partitionBy: track.genreID, orderBy: line.price.descending)
      let frame = SQLFrame(.rows, from: .preceding(2), to: .currentRow)
      let sum = line.price.sum().over(partitionBy: track.genreID, orderBy: line.id, frame: frame)
      return (track.genreID, track.id, line.id, rank, sum)
    }
    return .query(
      "window function", needs: .windowFunctions,
      ranked.order { genre, track, line, _, _ in (genre, track, line) })
  }

  /// Who was brought by whom, all the way down from the first customer.
  private static var recursion: TourStep {
    let roots = Customer.where { $0.referrerID.isNull && $0.id <= 3 }.select { ($0.id, SQL.value(0), $0.name) }
    let tree = SQLCommonTable(Referral.self, named: "tree", initial: roots) { above in
      let brought = Customer.all.join(above) { customer, above in customer.referrerID == above.id }
        .where { _, above in above.depth < 6 }
      return brought.select { customer, above in
        (customer.id, above.depth + 1, above.path + " › " + customer.name)
      }
    }
    return .query("recursive CTE", tree.all.order { ($0.depth, $0.id) })
  }
}

/// A row of the recursive query.
private struct Referral: SQLDecodable {
  var id: Int64
  var depth: Int
  var path: String

  static let id = SQLColumn<Int64>("id")
  static let depth = SQLColumn<Int>("depth")
  static let path = SQLColumn<String>("path")
  static let table = SQLTable("referral", id, depth, path, kind: .view)

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    depth = try row[Self.depth]
    path = try row[Self.path]
  }
}
#endif
