public import Storefront
