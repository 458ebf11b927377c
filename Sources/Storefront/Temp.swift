extension Section { func resolved(environment: [String: String]) throws(StorefrontError) -> Section { self } }
