import Foundation
import Storefront
import Testing

/// The `.storekit` files beside this one, each with the manifest that comes of it.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// The names of all `.storekit` files, without the ending.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".storekit") }.map { String($0.dropLast(".storekit".count)) }.sorted()
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: "\(name).storekit")))
    }

    static func outcome(_ name: String) throws -> StoreKitImport.Outcome {
        try StoreKitImport.manifest(from: bytes(name), options: options(name))
    }

    static func options(_ name: String) -> StoreKitImport.Options {
        StoreKitImport.Options(folderName: "acme-import", sourceName: "\(name).storekit")
    }

    /// A file of Xcode's with one product, and whatever a test changes in its text.
    static let smallest = """
        {
          "identifier" : "00000000",
          "products" : [
            {
              "displayPrice" : "4.99",
              "familyShareable" : false,
              "localizations" : [ { "description" : "", "displayName" : "Full", "locale" : "en_US" } ],
              "productID" : "com.acme.scanner.full",
              "referenceName" : null,
              "type" : "NonConsumable"
            }
          ],
          "settings" : { "_storefront" : "USA" },
          "subscriptionGroups" : [],
          "version" : { "major" : 4, "minor" : 0 }
        }
        """

    /// The same with a subscription in a group.
    static let subscription = """
        {
          "products" : [],
          "settings" : { "_storefront" : "USA" },
          "subscriptionGroups" : [
            {
              "id" : "1", "name" : "pro", "localizations" : [],
              "subscriptions" : [
                {
                  "adHocOffers" : [],
                  "codeOffers" : [],
                  "displayPrice" : "4.99",
                  "groupNumber" : 1,
                  "introductoryOffer" : { "paymentMode" : "free", "subscriptionPeriod" : "P1W" },
                  "localizations" : [ { "description" : "", "displayName" : "Pro", "locale" : "en_US" } ],
                  "productID" : "com.acme.scanner.pro",
                  "recurringSubscriptionPeriod" : "P1M",
                  "subscriptionGroupID" : "1",
                  "type" : "RecurringSubscription"
                }
              ]
            }
          ]
        }
        """

    static func importing(_ text: String, currency: String? = nil) throws(StorefrontError) -> StoreKitImport.Outcome {
        let options = StoreKitImport.Options(
            appID: "com.acme.scanner", name: "Barcode Scanner", currency: currency, sourceName: "Test.storekit")
        return try StoreKitImport.manifest(from: Array(text.utf8), options: options)
    }

    /// What an import of `text` says when it refuses it; fails the test where it does not.
    static func refusal(_ text: String, currency: String? = nil) -> String {
        do throws(StorefrontError) {
            let outcome = try importing(text, currency: currency)
            Issue.record("was imported: \(outcome.yaml)")
            return ""
        } catch {
            #expect(error.code == .invalidRequest)
            return error.message
        }
    }
}
