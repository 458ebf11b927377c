/// What went wrong, for a person: a code of a closed list, a title, what happened, and what to do next.
///
/// A message holds no customer's data beyond the ids that the caller gave.
public struct StorefrontError: Error, Sendable, Equatable {
    /// The closed list of `--json` and the C interface; a code is never renamed.
    public enum Code: String, Sendable, CaseIterable {
        case productNotFound = "product-not-found"
        case productNotForSale = "product-not-for-sale"
        case paymentsNotAllowed = "payments-not-allowed"
        case purchaseInProgress = "purchase-in-progress"
        case alreadyOwned = "already-owned"
        case paymentDeclined = "payment-declined"
        case paymentCancelled = "payment-cancelled"
        case paymentPending = "payment-pending"
        case storeUnavailable = "store-unavailable"
        case verificationFailed = "verification-failed"
        case storageUnavailable = "storage-unavailable"
        case insufficientBalance = "insufficient-balance"
        case unknownApp = "unknown-app"
        case invalidRequest = "invalid-request"
    }

    public var code: Code
    public var message: String
    public var recovery: String

    /// - Parameter recovery: What the person can do next; the code's own advice where left out.
    public init(_ code: Code, _ message: String, recovery: String? = nil) {
        self.code = code
        self.message = message
        self.recovery = recovery ?? code.recovery
    }

    public var title: String { code.title }
}

extension StorefrontError.Code {
    /// A few words a dialogue could have as its title.
    public var title: String {
        switch self {
        case .productNotFound: "Product not found"
        case .productNotForSale: "Not for sale"
        case .paymentsNotAllowed: "Payments are not allowed"
        case .purchaseInProgress: "Purchase in progress"
        case .alreadyOwned: "Already owned"
        case .paymentDeclined: "Payment declined"
        case .paymentCancelled: "Purchase cancelled"
        case .paymentPending: "Waiting for approval"
        case .storeUnavailable: "Store not reachable"
        case .verificationFailed: "Purchase not verified"
        case .storageUnavailable: "Storage not available"
        case .insufficientBalance: "Balance too low"
        case .unknownApp: "Unknown app"
        case .invalidRequest: "Invalid request"
        }
    }

    /// What to do next where nothing better is known.
    public var recovery: String {
        switch self {
        case .productNotFound: "Check the product's id against the app's manifest."
        case .productNotForSale: "Choose another product, or set for-sale: true in the manifest."
        case .paymentsNotAllowed: "Ask whoever manages this device or account to allow purchases."
        case .purchaseInProgress: "Wait until the first purchase has ended, then look at what is owned."
        case .alreadyOwned: "Restore purchases to use it; nothing was charged."
        case .paymentDeclined: "Choose another way to pay and try again; nothing was charged."
        case .paymentCancelled: "Nothing was charged. Buy again at any time."
        case .paymentPending: "Nothing to do: it is delivered when the purchase is approved."
        case .storeUnavailable: "Check the connection and try again; nothing was charged."
        case .verificationFailed: "Nothing was unlocked. Restore purchases, or contact the app's support."
        case .storageUnavailable: "Put the cause right and try again; what was charged is delivered then."
        case .insufficientBalance: "Buy more, or spend less."
        case .unknownApp: "List the apps with `storefront apps`."
        case .invalidRequest: "Correct the request and send it again."
        }
    }
}
