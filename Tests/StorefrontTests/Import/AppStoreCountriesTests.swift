import Testing

@testable import Storefront

@Suite("The storefronts' currencies")
struct AppStoreCountriesTests {
    @Test("all 175 storefronts have a currency of ISO 4217")
    func complete() {
        #expect(AppStoreCountries.codes.count == 175)
        for code in AppStoreCountries.codes { #expect(AppStoreCountries.currency(of: code) != nil, "\(code)") }
    }

    @Test(
        "a storefront charges in the currency App Store Connect lists",
        arguments: [
            ("USA", "USD"), ("DEU", "EUR"), ("JPN", "JPY"), ("GBR", "GBP"), ("MEX", "MXN"), ("KWT", "USD"),
            ("BGR", "EUR"), ("HRV", "EUR"), ("XKS", "EUR"), ("VNM", "VND"), ("KOR", "KRW"),
        ])
    func known(_ country: String, _ currency: String) {
        #expect(AppStoreCountries.currency(of: country)?.code == currency)
    }

    @Test("what is no storefront has no currency", arguments: ["", "US", "ATA", "usa", "XXX"])
    func unknown(_ country: String) {
        #expect(AppStoreCountries.currency(of: country) == nil)
    }
}
