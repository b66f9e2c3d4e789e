import type { ScreenName } from "../screens.ts"

/** Texts below products, by how each product is paid. */
export const styleDisclaimers = {
  autopay: "product disclaimers",
  combinedbill: "product disclaimers combinedbill",
  nocosttoyou: "product disclaimers nocosttoyou",
} as const

/**
 * Managed content that the pages of signed-in screens contain. It is separate from `screens`, so
 * that browsers do not load these titles for signing in.
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
    "annual product cost disclaimer",
    "document error",
  ],
} as const satisfies Partial<Record<ScreenName, readonly string[]>>
