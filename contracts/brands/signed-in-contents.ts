import type { ScreenName } from "../screens.ts"

/** Texts beneath products, by how each is paid. */
export const styleDisclaimers = {
  autopay: "product disclaimers",
  combinedbill: "product disclaimers combinedbill",
  nocosttoyou: "product disclaimers nocosttoyou",
} as const

/**
 * Managed content of screens behind the sign-in, which their page brings along. Apart from
 * `screens`, so that nobody fetches these titles to sign in.
 */
export const signedInContents = {
  dashboard: [
    ...Object.values(styleDisclaimers),
    "site disclaimer",
    "transaction disclaimer",
    "ea plus member note",
  ],
  paymentCenter: [
    "autopay marketing",
    ...Object.values(styleDisclaimers),
    "site disclaimer",
    "transaction disclaimer",
  ],
  profile: ["tip text for profile"],
  products: [
    ...Object.values(styleDisclaimers),
    "site disclaimer",
    "annual product cost disclaimer",
  ],
  productDetails: [
    "product details mismatch data",
    "product details benefits",
    "site disclaimer",
    "document error",
  ],
} as const satisfies Partial<Record<ScreenName, readonly string[]>>
