import Testing

@testable import Storefront

@Suite("Language tags")
struct LanguageTagTests {
    @Test(
        "well-formed ones are taken",
        arguments: [
            "en", "no", "en-US", "pt-BR", "zh-Hans", "zh-Hans-CN", "es-419", "sr-Latn-RS", "de-CH-1901",
            "sl-rozaj-biske",
            "en-US-u-ca-buddhist", "x-acme", "de-x-acme", "zh-cmn-Hans-CN", "yue", "en-a-bbb-x-a",
        ])
    func wellFormed(_ tag: String) { #expect(LanguageTag.isWellFormed(tag)) }

    @Test(
        "others are not",
        arguments: [
            "", "e", "en_US", "en-", "-en", "en--US", "english_US", "123", "en-US-", "en-u", "x", "en-US-US",
            "abcdefghi", "é",
        ])
    func malformed(_ tag: String) { #expect(!LanguageTag.isWellFormed(tag)) }
}
