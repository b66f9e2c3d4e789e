import { authorizationTitles } from "#contracts/payments/authorization-rules.ts"
import { cardPatternTitles } from "#contracts/payments/card-pattern.ts"

interface TextPlace {
  title: string
  /** The screens that show the text, in words for the person who edits it. */
  screens: string
  /**
   * `always`: a screen has a gap without it. `usually`: a screen is complete without it, but most
   * brands want it. `sometimes`: nothing is missing without it. If the text is not needed `always`,
   * an empty file counts as present.
   */
  needed: "always" | "usually" | "sometimes"
}

const authorizationPlaces: Record<string, string> = {
  "authorization pay now": "Pay Now, before a payment",
  "authorization add": "Manage Auto Pay, when auto pay starts without a billing fee",
  "authorization add admin fees": "Manage Auto Pay, when auto pay starts with a billing fee",
  "authorization both": "Manage Auto Pay, when payment method and frequency change together",
  "authorization payment method": "Manage Auto Pay, when the payment method changes",
  "authorization frequency": "Manage Auto Pay and payment frequency, when the frequency changes",
  "authorization remove": "Manage Auto Pay, when auto pay ends",
}

/**
 * Every managed text, in the order of demo/README.md: the screens that show it, and whether they
 * need it.
 */
export const textPlaces: readonly TextPlace[] = [
  at("about us", "the popup About Us in the header and the side panel, if showAboutUs", "always"),
  at(
    "accessibility statement",
    "the page /accessibility, in place of the built-in statement",
    "usually",
  ),
  at(
    "annual product cost disclaimer",
    "Product Summary and Product Details, below the annual cost",
    "sometimes",
  ),
  ...authorizationTitles.map((title) => at(title, authorizationPlaces[title] ?? "", "always")),
  at("autopay marketing", "Payment Center, above the products, if no notice is there", "sometimes"),
  ...cardPatternTitles.map((title) =>
    at(title, "the form for a new card: the numbers that this type of card has", "usually"),
  ),
  at(
    "certificate number info",
    "the popup below the plan number, in registration and recovery",
    "always",
  ),
  at("claim now", "the popup File a Claim, and Product Details, if claimUrl", "usually"),
  at(
    "contact us",
    "the popup Contact Us, and the built-in accessibility statement, if showContactUs",
    "always",
  ),
  at("document error", "Product Details, when a document cannot be opened", "usually"),
  at(
    "ea plus member note",
    "Dashboard, for members with a product of the family EAPLUS",
    "sometimes",
  ),
  at("forgot password info", "Forgot Password, above the form", "sometimes"),
  at("forgot username info", "Forgot Username, above the form", "sometimes"),
  at("header phone info", "the header and error screens, beside the phone number", "sometimes"),
  at("login info", "Login, above the form", "sometimes"),
  at("privacy policy", "the popup Privacy Policy in the footer, and registration", "always"),
  at("product details benefits", "Product Details of insurance, at the end", "sometimes"),
  at("product details mismatch data", "Product Details, at the end", "sometimes"),
  at(
    "product disclaimers",
    "Dashboard, Payment Center and Product Summary, if a product is on auto pay",
    "sometimes",
  ),
  at(
    "product disclaimers combinedbill",
    "the same screens, if a product has a combined bill",
    "sometimes",
  ),
  at(
    "product disclaimers nocosttoyou",
    "the same screens, if a product costs its holder nothing",
    "sometimes",
  ),
  at("registration note", "Registration, step 1, above the form", "sometimes"),
  at(
    "site disclaimer",
    "Dashboard, Payment Center, Product Summary and Product Details, at the end",
    "sometimes",
  ),
  at("terms of service", "the popup Terms of Service in the footer, and registration", "always"),
  at("tip text for profile", "Profile, beside the contact data", "sometimes"),
  at("transaction disclaimer", "Dashboard and Payment Center, at the end", "sometimes"),
  at("welcome", "Login, beside the form", "usually"),
]

function at(title: string, screens: string, needed: TextPlace["needed"]): TextPlace {
  return { title, screens, needed }
}
