import Storefront
import Testing

@Suite("Names made of words")
struct SlugTests {
    @Test(
        "words are small, with hyphens between",
        arguments: [
            ("WordGame", "word-game"), ("word_game", "word-game"), ("Word Game!", "word-game"), ("scanner", "scanner"),
            ("Social Feed+", "social-feed"), ("photoStudio2", "photo-studio2"), ("ABC", "abc"), ("--a--b--", "a-b"),
            ("Überraschung", "berraschung"), ("スタジオ", ""), ("", ""), ("12 Coins", "12-coins"),
        ])
    func kebab(_ text: String, _ slug: String) {
        #expect(Slug.kebab(text) == slug)
    }

    @Test("a slug's words make a name")
    func title() {
        #expect(Slug.title("word-game") == "Word Game")
        #expect(Slug.title("barcodeScanner") == "Barcode Scanner")
    }

    @Test(
        "an app id is parts of ASCII with points between",
        arguments: [
            ("com.acme.scanner", true), ("scanner", true), ("com.acme.word-game_2", true), ("", false), ("a..b", false),
            (".a", false), ("a.", false), ("a b", false), ("com.acme.scänner", false), ("a/b", false), ("a\nb", false),
        ])
    func appID(_ id: String, _ isValid: Bool) {
        #expect(AppID.isValid(id) == isValid)
    }

    @Test("an app id is no longer than its limit")
    func appIDLength() {
        #expect(AppID.isValid(String(repeating: "a", count: AppID.maximumLength)))
        #expect(!AppID.isValid(String(repeating: "a", count: AppID.maximumLength + 1)))
    }
}
