#if Command
/// The words of which names and titles are made: several scripts, with marks, quotes and pictures among them.
enum MusicShopWords {
  static let genres = [
    "Rock", "Jazz", "Metal", "Blues", "Latin", "Reggae", "Pop", "Soundtrack", "Bossa Nova", "Electronica",
    "Hip Hop/Rap", "R&B/Soul", "Alternative & Punk", "Classical", "Chanson française", "Ραμπέτικα", "Шансон", "演歌",
    "Fado", "Opera", "Drum 'n' Bass", "Flamenco", "Krautrock", "Silence",
  ]

  static let firstNames = [
    "Nina", "Björk", "José", "Zoë", "Chloé", "Søren", "Łukasz", "Dvořák", "Siobhán", "Ólafur", "Μαρία", "Νίκος",
    "Ольга", "Дмитрий", "美咲", "健太", "민준", "서연", "فيروز", "עפרה", "D'Angelo", "Ana", "Miles", "Ella", "Thelonious",
  ]

  static let lastNames = [
    "O'Hara", "Núñez", "Müller", "Æbelø", "Šimić", "Žižek", "Παππάς", "Соколова", "山田", "김", "حداد", "חזה", "Simone",
    "Davis", "Monk", "de la Cruz", "van Dijk", "MacÀidh", "Nguyễn", "Ÿ", "Smith", "Öztürk",
  ]

  static let bandWords = [
    "Velvet", "Électrique", "Night", "Ocean", "Wölfe", "Ghost", "Машина", "東京", "서울", "Ταξίδι", "Neon", "Iron", "Paper",
    "Thunder", "Garden", "Sæglópur", "100%", "Under_score", "\"Quoted\"", "🎸", "Little", "Big", "Black", "Golden",
  ]

  static let titleWords = [
    "love", "nuit", "Straße", "river", "сердце", "夜", "愛", "fuego", "corazón", "home", "mañana", "cœur", "light",
    "shadow",
    "train", "rain", "dança", "θάλασσα", "ветер", "사랑", "letter", "moon", "blue", "again", "never", "always", "slow",
    "wild",
    "sweet", "year", "1999", "100%", "it's", "don't", "a_b", "ночь", "الليل", "🌊",
  ]

  static let cities: [(city: String, country: String)] = [
    ("Köln", "Germany"), ("São Paulo", "Brazil"), ("Montréal", "Canada"), ("København", "Denmark"),
    ("Kraków", "Poland"),
    ("Αθήνα", "Greece"), ("Москва", "Russia"), ("東京", "Japan"), ("서울", "South Korea"), ("بيروت", "Lebanon"),
    ("Paris", "France"), ("Lisboa", "Portugal"), ("New York", "USA"), ("Dublin", "Ireland"), ("Reykjavík", "Iceland"),
  ]

  static let comments = [
    "Lovely.", "Très bien !", "Ganz nett; etwas lang", "👍", "", "最高", "не очень", "line one\nline two", "'quoted'",
    "NULL",
    "50% too loud", "Meh",
  ]
}
#endif
