/// The currency of each App Store storefront, by the country's code as `.storekit` files write it.
///
/// The 175 countries and regions of App Store Connect's "App Store pricing and availability start times by country or
/// region" (developer.apple.com/help/app-store-connect/reference), currencies as of 2026: many a country is billed in
/// US dollars or euros and not in its own money. Codes are ISO 3166-1 alpha-3, and `XKS` for Kosovo, which has none.
enum AppStoreCountries {
    /// The currency a storefront charges in; nil for a code that is no storefront.
    static func currency(of country: String) -> Currency? { currencies[country].flatMap(Currency.init) }

    static var codes: [String] { currencies.keys.sorted() }

    private static let currencies: [String: String] = {
        var table: [String: String] = [:]
        for (currency, countries) in countriesByCurrency {
            for country in countries.split(whereSeparator: \.isWhitespace) { table[String(country)] = currency }
        }
        return table
    }()

    private static let countriesByCurrency: [(currency: String, countries: String)] = [
        (
            "USD",
            """
            AFG AGO AIA ALB ARG ARM ATG AZE BEN BFA BHR BHS BLR BLZ BMU BOL BRB BRN BTN BWA CIV CMR COD COG CPV CRI CYM
            DMA DOM DZA ECU FJI FSM GAB GEO GHA GMB GNB GRD GTM GUY HND IRQ ISL JAM JOR KEN KGZ KHM KNA KWT LAO LBN LBR
            LBY LCA LKA MAC MAR MDA MDG MDV MKD MLI MMR MNG MOZ MRT MSR MUS MWI NAM NER NIC NPL NRU OMN PAN PLW PNG PRY
            RWA SEN SLB SLE SLV STP SUR SWZ SYC TCA TCD TJK TKM TON TTO TUN UGA UKR URY USA UZB VCT VEN VGB VUT YEM ZMB
            ZWE
            """
        ),
        (
            "EUR",
            "AUT BEL BGR BIH CYP DEU ESP EST FIN FRA GRC HRV IRL ITA LTU LUX LVA MLT MNE NLD PRT SRB SVK SVN XKS"
        ),
        ("AED", "ARE"), ("AUD", "AUS"), ("BRL", "BRA"), ("CAD", "CAN"), ("CHF", "CHE"), ("CLP", "CHL"),
        ("CNY", "CHN"), ("COP", "COL"), ("CZK", "CZE"), ("DKK", "DNK"), ("EGP", "EGY"), ("GBP", "GBR"),
        ("HKD", "HKG"), ("HUF", "HUN"), ("IDR", "IDN"), ("ILS", "ISR"), ("INR", "IND"), ("JPY", "JPN"),
        ("KRW", "KOR"), ("KZT", "KAZ"), ("MXN", "MEX"), ("MYR", "MYS"), ("NGN", "NGA"), ("NOK", "NOR"),
        ("NZD", "NZL"), ("PEN", "PER"), ("PHP", "PHL"), ("PKR", "PAK"), ("PLN", "POL"), ("QAR", "QAT"),
        ("RON", "ROU"), ("RUB", "RUS"), ("SAR", "SAU"), ("SEK", "SWE"), ("SGD", "SGP"), ("THB", "THA"),
        ("TRY", "TUR"), ("TWD", "TWN"), ("TZS", "TZA"), ("VND", "VNM"), ("ZAR", "ZAF"),
    ]
}
