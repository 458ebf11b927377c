/// A currency of ISO 4217 and how many decimals its minor unit has.
public struct Currency: Sendable, Hashable {
    /// Three capital letters, as `EUR`.
    public let code: String
    /// Decimals of the minor unit: 0 to 4.
    public let digits: Int

    /// The currency with this code; nil where ISO 4217 lists none. Codes are capital letters.
    public init?(_ code: String) {
        guard let digits = Self.digitsByCode[code] else { return nil }
        self.code = code
        self.digits = digits
    }

    /// Every code that can be a price's currency, in order.
    public static var codes: [String] { digitsByCode.keys.sorted() }

    /// ISO 4217 list one (active codes with a minor unit), by number of decimals.
    private static let digitsByCode: [String: Int] = {
        let codes: [(Int, String)] = [
            (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
            (
                2,
                """
                AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
                CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
                HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK
                MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
                RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
                USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
                """
            ),
            (3, "BHD IQD JOD KWD LYD OMR TND"),
            (4, "CLF UYW"),
        ]
        var table: [String: Int] = [:]
        for (digits, list) in codes {
            for code in list.split(whereSeparator: \.isWhitespace) { table[String(code)] = digits }
        }
        return table
    }()
}
