extension ManifestRule {
    static let appStoreProducts =
        "https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-information"
    private static let appStoreSubscriptions =
        "https://developer.apple.com/help/app-store-connect/manage-subscriptions/offer-auto-renewable-subscriptions"
    private static let appStoreOffers =
        "https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-introductory-offers-for-auto-renewable-subscriptions"
    private static let appStorePrices =
        "https://developer.apple.com/help/app-store-connect/manage-in-app-purchases/set-a-price-for-an-in-app-purchase"
    private static let appReview = "https://developer.apple.com/app-store/review/guidelines/#in-app-purchase"
    private static let googlePlayProducts = "https://support.google.com/googleplay/android-developer/answer/1153481"
    private static let googlePlaySubscriptions =
        "https://developers.google.com/android-publisher/api-ref/rest/v3/monetization.subscriptions"

    static let appStoreIDLength = ManifestRule(
        "app-store-id-length", .warning, "App Store: a product id has at most 100 characters.", source: appStoreProducts
    )
    static let appStoreNameLength = ManifestRule(
        "app-store-name-length", .warning, "App Store: a display name has at most 35 characters, better 30.",
        source: appStoreProducts)
    static let appStoreDescriptionLength = ManifestRule(
        "app-store-description-length", .warning, "App Store: a description has at most 55 characters, better 45.",
        source: appStoreProducts)
    static let appStoreReferenceNameLength = ManifestRule(
        "app-store-reference-name-length", .warning, "App Store: a reference name has at most 64 characters.",
        source: appStoreProducts)
    static let appStoreGroupLength = ManifestRule(
        "app-store-group-name-length", .warning, "App Store: a subscription group's name has at most 75 characters.",
        source: appStoreSubscriptions)
    static let appStoreTextCharacters = ManifestRule(
        "app-store-text-characters", .warning,
        "App Store: names and descriptions hold no emoji, control characters or HTML.",
        source: appReview)
    static let appStoreProductCount = ManifestRule(
        "app-store-product-count", .warning, "App Store: an app has at most 10,000 products.", source: appStoreProducts)
    static let appStorePriceRange = ManifestRule(
        "app-store-price-range", .warning, "App Store: a price in USD is 0.29 to 10,000.", source: appStorePrices)
    static let appStorePricePoint = ManifestRule(
        "app-store-price-point", .warning,
        "App Store: a price in USD is on a price point: steps of .10 to 9.99, .50 to 49.99, then x.99 and x.00.",
        source: appStorePrices)
    static let appStorePeriod = ManifestRule(
        "app-store-period", .warning, "App Store: a renewing period is P1W, P1M, P2M, P3M, P6M or P1Y.",
        source: appStoreSubscriptions)
    static let appStoreOfferPeriod = ManifestRule(
        "app-store-offer-period", .warning, "App Store: an offer's period is P3D, P1W, P2W, P1M, P2M, P3M, P6M or P1Y.",
        source: appStoreOffers)
    static let appStoreIntroductoryOffers = ManifestRule(
        "app-store-introductory-offers", .warning, "App Store: a product has one introductory offer at a time.",
        source: appStoreOffers)

    static let googlePlayIDCharset = ManifestRule(
        "google-play-id-charset", .warning,
        "Google Play: a product id is of a-z, 0-9, `_` and `.`, and begins with a letter or digit.",
        source: googlePlaySubscriptions)
    static let googlePlayIDLength = ManifestRule(
        "google-play-id-length", .warning, "Google Play: a subscription's id has at most 40 characters.",
        source: googlePlaySubscriptions)
    static let googlePlayIDReserved = ManifestRule(
        "google-play-id-reserved", .warning, "Google Play: ids that begin with android.test are reserved.",
        source: googlePlayProducts)
    static let googlePlayNameLength = ManifestRule(
        "google-play-name-length", .warning, "Google Play: a one-time product's name has at most 55 characters.",
        source: googlePlayProducts)
    static let googlePlayDescriptionLength = ManifestRule(
        "google-play-description-length", .warning,
        "Google Play: a description has at most 200 characters, a subscription's 80.", source: googlePlayProducts)
    static let googlePlayPeriod = ManifestRule(
        "google-play-period", .warning,
        "Google Play: a renewing period is P1W, P4W, P1M, P2M, P3M, P4M, P6M, P8M or P1Y.",
        source: googlePlaySubscriptions)
    static let portableID = ManifestRule(
        "portable-id", .warning,
        "An id that all stores take: at most 40 of a-z, 0-9, `_` and `.`, a letter or digit first.",
        source: googlePlayProducts)

    static let reviewLinks = ManifestRule(
        "review-links", .warning, "A paywall that sells renewing products links terms and privacy policy, with https.",
        source: appReview)
    static let reviewConsumableEntitlement = ManifestRule(
        "review-consumable-entitlement", .warning, "A consumable unlocks nothing for ever.", source: appReview)
    static let reviewOneTimeBenefit = ManifestRule(
        "review-one-time-benefit", .warning, "A subscription unlocks something while it runs.", source: appReview)
    static let reviewLevels = ManifestRule(
        "review-levels", .warning, "The levels of a group count from 1 without gaps.", source: appStoreSubscriptions)
    static let reviewGroupEntitlements = ManifestRule(
        "review-group-entitlements", .warning, "Products of one group unlock related things.", source: appReview)
    static let reviewLocalizations = ManifestRule(
        "review-localizations", .warning, "A locale that some products have texts in, all have.", source: appReview)
    static let reviewScreenshot = ManifestRule(
        "review-screenshot", .warning, "Each product has a screenshot for review.", source: appStoreProducts)
}

extension ManifestRule {
    /// Every rule there is, for `storefront validate --rules` and for tools that list them.
    public static let all: [ManifestRule] = [
        fileSize, invalidEncoding, controlCharacter, yamlSyntax, emptyFile, secondDocument, nestingLimit, nodeLimit,
        unknownAnchor, aliasCycle, typeTag, mergeValue, tooManyFaults, unreadableFile, privateKey,
        duplicateKey, unknownKey, missingKey, misplacedKey, wrongKind, emptyValue, invalidBoolean, invalidInteger,
        invalidPeriod, invalidLocale, invalidURL, unknownValue, formatVersion, idCharacters, nameCharacters,
        repeatedValue,
        priceFormat, priceCurrency, pricePrecision, priceNegative, priceLimit, priceZero, grantAmount,
        duplicateApp, duplicateProduct, duplicateID, caseOnlyIDs, unknownProduct, unknownOffering,
        unknownEntitlement, unknownStore, unknownPlugin, duplicateNotifier, unknownEvent, unsetVariable,
        variableSyntax, offerPrice, offerFree, offerPeriods, endless,
        appStoreIDLength, appStoreNameLength, appStoreDescriptionLength, appStoreReferenceNameLength,
        appStoreGroupLength, appStoreTextCharacters, appStoreProductCount, appStorePriceRange, appStorePricePoint,
        appStorePeriod, appStoreOfferPeriod, appStoreIntroductoryOffers,
        googlePlayIDCharset, googlePlayIDLength, googlePlayIDReserved, googlePlayNameLength,
        googlePlayDescriptionLength, googlePlayPeriod, portableID,
        reviewLinks, reviewConsumableEntitlement, reviewOneTimeBenefit, reviewLevels, reviewGroupEntitlements,
        reviewLocalizations, reviewScreenshot,
    ]
}
