import { authorizationTitles } from "#contracts/payments/authorization-rules.ts"
import { cardPatternTitles } from "#contracts/payments/card-pattern.ts"

/** Titles of the managed texts that pages show. The title of every other text is a message id. */
export const contentTitles: readonly string[] = [
  "about us",
  "accessibility statement",
  "annual product cost disclaimer",
  ...authorizationTitles,
  "autopay marketing",
  ...cardPatternTitles,
  "certificate number info",
  "claim now",
  "contact us",
  "document error",
  "ea plus member note",
  "forgot password info",
  "forgot username info",
  "header phone info",
  "login info",
  "privacy policy",
  "product details benefits",
  "product details mismatch data",
  "product disclaimers",
  "product disclaimers combinedbill",
  "product disclaimers nocosttoyou",
  "registration note",
  "site disclaimer",
  "terms of service",
  "tip text for profile",
  "transaction disclaimer",
  "welcome",
]
