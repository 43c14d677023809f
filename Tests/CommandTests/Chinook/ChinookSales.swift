#if Command
import Quarry

struct Customer: SQLCodable, Identifiable {
  var id: Int64
  var firstName: String
  var lastName: String
  var company: String?
  var address: String?
  var city: String?
  var state: String?
  var country: String?
  var postalCode: String?
  var phone: String?
  var fax: String?
  var email: String
  var supportRepID: Int64?

  static let id = SQLColumn<Int64>("CustomerId", primaryKey: .plain)
  static let firstName = SQLColumn<String>("FirstName", type: "NVARCHAR(40)")
  static let lastName = SQLColumn<String>("LastName", type: "NVARCHAR(20)")
  static let company = SQLColumn<String?>("Company", type: "NVARCHAR(80)")
  static let address = SQLColumn<String?>("Address", type: "NVARCHAR(70)")
  static let city = SQLColumn<String?>("City", type: "NVARCHAR(40)")
  static let state = SQLColumn<String?>("State", type: "NVARCHAR(40)")
  static let country = SQLColumn<String?>("Country", type: "NVARCHAR(40)")
  static let postalCode = SQLColumn<String?>("PostalCode", type: "NVARCHAR(10)")
  static let phone = SQLColumn<String?>("Phone", type: "NVARCHAR(24)")
  static let fax = SQLColumn<String?>("Fax", type: "NVARCHAR(24)")
  static let email = SQLColumn<String>("Email", type: "NVARCHAR(60)")
  static let supportRepID = SQLColumn<Int64?>("SupportRepId", references: .table("Employee", "EmployeeId"))
  static let table = SQLTable(
    "Customer",
    definitions: [
      id.definition,
      firstName.definition,
      lastName.definition,
      company.definition,
      address.definition,
      city.definition,
      state.definition,
      country.definition,
      postalCode.definition,
      phone.definition,
      fax.definition,
      email.definition,
      supportRepID.definition,
    ],
    indexes: [SQLIndex("IFK_CustomerSupportRepId", on: supportRepID)])

  init(
    id: Int64 = 0,
    firstName: String,
    lastName: String,
    company: String? = nil,
    address: String? = nil,
    city: String? = nil,
    state: String? = nil,
    country: String? = nil,
    postalCode: String? = nil,
    phone: String? = nil,
    fax: String? = nil,
    email: String,
    supportRepID: Int64? = nil
  ) {
    self.id = id
    self.firstName = firstName
    self.lastName = lastName
    self.company = company
    self.address = address
    self.city = city
    self.state = state
    self.country = country
    self.postalCode = postalCode
    self.phone = phone
    self.fax = fax
    self.email = email
    self.supportRepID = supportRepID
  }

  init(row: inout SQLRowReader<Self>) throws {
    let id = try row[Self.id]
    let firstName = try row[Self.firstName]
    let lastName = try row[Self.lastName]
    let company = try row[Self.company]
    let address = try row[Self.address]
    let city = try row[Self.city]
    let state = try row[Self.state]
    let country = try row[Self.country]
    let postalCode = try row[Self.postalCode]
    let phone = try row[Self.phone]
    let fax = try row[Self.fax]
    let email = try row[Self.email]
    let supportRepID = try row[Self.supportRepID]
    self.id = id
    self.firstName = firstName
    self.lastName = lastName
    self.company = company
    self.address = address
    self.city = city
    self.state = state
    self.country = country
    self.postalCode = postalCode
    self.phone = phone
    self.fax = fax
    self.email = email
    self.supportRepID = supportRepID
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.firstName] = self.firstName
    row[Self.lastName] = self.lastName
    row[Self.company] = self.company
    row[Self.address] = self.address
    row[Self.city] = self.city
    row[Self.state] = self.state
    row[Self.country] = self.country
    row[Self.postalCode] = self.postalCode
    row[Self.phone] = self.phone
    row[Self.fax] = self.fax
    row[Self.email] = self.email
    row[Self.supportRepID] = self.supportRepID
  }
}

struct Employee: SQLCodable, Identifiable {
  var id: Int64
  var lastName: String
  var firstName: String
  var title: String?
  var reportsTo: Int64?
  var birthDate: String?
  var hireDate: String?
  var address: String?
  var city: String?
  var state: String?
  var country: String?
  var postalCode: String?
  var phone: String?
  var fax: String?
  var email: String?

  static let id = SQLColumn<Int64>("EmployeeId", primaryKey: .plain)
  static let lastName = SQLColumn<String>("LastName", type: "NVARCHAR(20)")
  static let firstName = SQLColumn<String>("FirstName", type: "NVARCHAR(20)")
  static let title = SQLColumn<String?>("Title", type: "NVARCHAR(30)")
  static let reportsTo = SQLColumn<Int64?>("ReportsTo", references: .table("Employee", "EmployeeId"))
  static let birthDate = SQLColumn<String?>("BirthDate", type: "DATETIME")
  static let hireDate = SQLColumn<String?>("HireDate", type: "DATETIME")
  static let address = SQLColumn<String?>("Address", type: "NVARCHAR(70)")
  static let city = SQLColumn<String?>("City", type: "NVARCHAR(40)")
  static let state = SQLColumn<String?>("State", type: "NVARCHAR(40)")
  static let country = SQLColumn<String?>("Country", type: "NVARCHAR(40)")
  static let postalCode = SQLColumn<String?>("PostalCode", type: "NVARCHAR(10)")
  static let phone = SQLColumn<String?>("Phone", type: "NVARCHAR(24)")
  static let fax = SQLColumn<String?>("Fax", type: "NVARCHAR(24)")
  static let email = SQLColumn<String?>("Email", type: "NVARCHAR(60)")
  static let table = SQLTable(
    "Employee",
    definitions: [
      id.definition,
      lastName.definition,
      firstName.definition,
      title.definition,
      reportsTo.definition,
      birthDate.definition,
      hireDate.definition,
      address.definition,
      city.definition,
      state.definition,
      country.definition,
      postalCode.definition,
      phone.definition,
      fax.definition,
      email.definition,
    ],
    indexes: [SQLIndex("IFK_EmployeeReportsTo", on: reportsTo)])

  init(
    id: Int64 = 0,
    lastName: String,
    firstName: String,
    title: String? = nil,
    reportsTo: Int64? = nil,
    birthDate: String? = nil,
    hireDate: String? = nil,
    address: String? = nil,
    city: String? = nil,
    state: String? = nil,
    country: String? = nil,
    postalCode: String? = nil,
    phone: String? = nil,
    fax: String? = nil,
    email: String? = nil
  ) {
    self.id = id
    self.lastName = lastName
    self.firstName = firstName
    self.title = title
    self.reportsTo = reportsTo
    self.birthDate = birthDate
    self.hireDate = hireDate
    self.address = address
    self.city = city
    self.state = state
    self.country = country
    self.postalCode = postalCode
    self.phone = phone
    self.fax = fax
    self.email = email
  }

  init(row: inout SQLRowReader<Self>) throws {
    let id = try row[Self.id]
    let lastName = try row[Self.lastName]
    let firstName = try row[Self.firstName]
    let title = try row[Self.title]
    let reportsTo = try row[Self.reportsTo]
    let birthDate = try row[Self.birthDate]
    let hireDate = try row[Self.hireDate]
    let address = try row[Self.address]
    let city = try row[Self.city]
    let state = try row[Self.state]
    let country = try row[Self.country]
    let postalCode = try row[Self.postalCode]
    let phone = try row[Self.phone]
    let fax = try row[Self.fax]
    let email = try row[Self.email]
    self.id = id
    self.lastName = lastName
    self.firstName = firstName
    self.title = title
    self.reportsTo = reportsTo
    self.birthDate = birthDate
    self.hireDate = hireDate
    self.address = address
    self.city = city
    self.state = state
    self.country = country
    self.postalCode = postalCode
    self.phone = phone
    self.fax = fax
    self.email = email
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.lastName] = self.lastName
    row[Self.firstName] = self.firstName
    row[Self.title] = self.title
    row[Self.reportsTo] = self.reportsTo
    row[Self.birthDate] = self.birthDate
    row[Self.hireDate] = self.hireDate
    row[Self.address] = self.address
    row[Self.city] = self.city
    row[Self.state] = self.state
    row[Self.country] = self.country
    row[Self.postalCode] = self.postalCode
    row[Self.phone] = self.phone
    row[Self.fax] = self.fax
    row[Self.email] = self.email
  }
}

struct Invoice: SQLCodable, Identifiable {
  var id: Int64
  var customerID: Int64
  var invoiceDate: String
  var billingAddress: String?
  var billingCity: String?
  var billingState: String?
  var billingCountry: String?
  var billingPostalCode: String?
  var total: Double

  static let id = SQLColumn<Int64>("InvoiceId", primaryKey: .plain)
  static let customerID = SQLColumn<Int64>("CustomerId", references: .table("Customer", "CustomerId"))
  static let invoiceDate = SQLColumn<String>("InvoiceDate", type: "DATETIME")
  static let billingAddress = SQLColumn<String?>("BillingAddress", type: "NVARCHAR(70)")
  static let billingCity = SQLColumn<String?>("BillingCity", type: "NVARCHAR(40)")
  static let billingState = SQLColumn<String?>("BillingState", type: "NVARCHAR(40)")
  static let billingCountry = SQLColumn<String?>("BillingCountry", type: "NVARCHAR(40)")
  static let billingPostalCode = SQLColumn<String?>("BillingPostalCode", type: "NVARCHAR(10)")
  static let total = SQLColumn<Double>("Total", type: "NUMERIC(10,2)")
  static let table = SQLTable(
    "Invoice",
    id,
    customerID,
    invoiceDate,
    billingAddress,
    billingCity,
    billingState,
    billingCountry,
    billingPostalCode,
    total,
    indexes: [SQLIndex("IFK_InvoiceCustomerId", on: customerID)])

  init(
    id: Int64 = 0,
    customerID: Int64,
    invoiceDate: String,
    billingAddress: String? = nil,
    billingCity: String? = nil,
    billingState: String? = nil,
    billingCountry: String? = nil,
    billingPostalCode: String? = nil,
    total: Double
  ) {
    self.id = id
    self.customerID = customerID
    self.invoiceDate = invoiceDate
    self.billingAddress = billingAddress
    self.billingCity = billingCity
    self.billingState = billingState
    self.billingCountry = billingCountry
    self.billingPostalCode = billingPostalCode
    self.total = total
  }

  init(row: inout SQLRowReader<Self>) throws {
    let id = try row[Self.id]
    let customerID = try row[Self.customerID]
    let invoiceDate = try row[Self.invoiceDate]
    let billingAddress = try row[Self.billingAddress]
    let billingCity = try row[Self.billingCity]
    let billingState = try row[Self.billingState]
    let billingCountry = try row[Self.billingCountry]
    let billingPostalCode = try row[Self.billingPostalCode]
    let total = try row[Self.total]
    self.id = id
    self.customerID = customerID
    self.invoiceDate = invoiceDate
    self.billingAddress = billingAddress
    self.billingCity = billingCity
    self.billingState = billingState
    self.billingCountry = billingCountry
    self.billingPostalCode = billingPostalCode
    self.total = total
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.customerID] = self.customerID
    row[Self.invoiceDate] = self.invoiceDate
    row[Self.billingAddress] = self.billingAddress
    row[Self.billingCity] = self.billingCity
    row[Self.billingState] = self.billingState
    row[Self.billingCountry] = self.billingCountry
    row[Self.billingPostalCode] = self.billingPostalCode
    row[Self.total] = self.total
  }
}

struct InvoiceLine: SQLCodable, Identifiable {
  var id: Int64
  var invoiceID: Int64
  var trackID: Int64
  var unitPrice: Double
  var quantity: Int64

  static let id = SQLColumn<Int64>("InvoiceLineId", primaryKey: .plain)
  static let invoiceID = SQLColumn<Int64>("InvoiceId", references: .table("Invoice", "InvoiceId"))
  static let trackID = SQLColumn<Int64>("TrackId", references: .table("Track", "TrackId"))
  static let unitPrice = SQLColumn<Double>("UnitPrice", type: "NUMERIC(10,2)")
  static let quantity = SQLColumn<Int64>("Quantity")
  static let table = SQLTable(
    "InvoiceLine",
    id,
    invoiceID,
    trackID,
    unitPrice,
    quantity,
    indexes: [
      SQLIndex("IFK_InvoiceLineInvoiceId", on: invoiceID),
      SQLIndex("IFK_InvoiceLineTrackId", on: trackID),
    ])

  init(id: Int64 = 0, invoiceID: Int64, trackID: Int64, unitPrice: Double, quantity: Int64) {
    self.id = id
    self.invoiceID = invoiceID
    self.trackID = trackID
    self.unitPrice = unitPrice
    self.quantity = quantity
  }

  init(row: inout SQLRowReader<Self>) throws {
    let id = try row[Self.id]
    let invoiceID = try row[Self.invoiceID]
    let trackID = try row[Self.trackID]
    let unitPrice = try row[Self.unitPrice]
    let quantity = try row[Self.quantity]
    self.id = id
    self.invoiceID = invoiceID
    self.trackID = trackID
    self.unitPrice = unitPrice
    self.quantity = quantity
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.invoiceID] = self.invoiceID
    row[Self.trackID] = self.trackID
    row[Self.unitPrice] = self.unitPrice
    row[Self.quantity] = self.quantity
  }
}
#endif
