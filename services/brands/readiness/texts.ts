import { authorizationTitles } from "#contracts/payments/authorization-rules.ts"
import { cardPatternTitles } from "#contracts/payments/card-pattern.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import {
  brandFileNameOf,
  brandPathOf,
  type CheckedBrand,
  hasCustomerSite,
  holdsCustomers,
  managedTextOf,
} from "./checked-brand.ts"
import { errorAt, type Finding, startOf, warningAt } from "./finding.ts"
import { textPlaces } from "./text-places.ts"

/**
 * Texts that a screen of this brand needs and that are missing in both the brand and the folder.
 */
export function checkTexts(checked: CheckedBrand): Finding[] {
  if (!hasCustomerSite(checked.brand)) return []
  return [
    ...textPlaces
      .filter(({ title, needed }) => needed !== "sometimes" && isUsed(checked, title))
      .filter((place) => isMissing(checked, place))
      .map((place) => findingOf(checked, place)),
    ...checkCards(checked),
  ]
}

type Missing = (typeof textPlaces)[number]

function isMissing(checked: CheckedBrand, { title, needed }: Missing): boolean {
  const text = managedTextOf(checked, title)
  if (text) return needed === "always" && isEmpty(text.text)
  return !checked.storedTitles.includes(title)
}

/** Whether nothing of a text is visible: it contains only comments, tags or spaces. */
function isEmpty(text: string): boolean {
  return cleanHtml(text).replace(/<[^>]*>|[\s\p{Cf}]/gu, "") === ""
}

function findingOf(checked: CheckedBrand, { title, screens, needed }: Missing): Finding {
  const file = brandPathOf(checked, `content/${brandFileNameOf(title)}`)
  const shared = `shared/content/${brandFileNameOf(title)}`
  const place = startOf(managedTextOf(checked, title) ?? file)
  if (authorizationTitles.includes(title)) {
    return errorAt("authorization", place, {
      reason: `“${title}” has no words, so no customer can do this: ${screens}`,
      fix: `Write the words that customers accept into ${file} or ${shared}.`,
    })
  }
  if (title === "accessibility statement") {
    return warningAt("statement", place, {
      reason:
        "the brand has no accessibility statement of its own; customers read the built-in one",
      fix: `Write ${file}, or an empty file there if the built-in statement says what is true for you.`,
    })
  }
  const words = {
    reason: `“${title}” is missing. It belongs on: ${screens}`,
    fix:
      needed === "always"
        ? `Write ${file} or ${shared}.`
        : `Write ${file} or ${shared}; an empty file says that nothing shall be shown.`,
  }
  return needed === "always" ? errorAt("text", place, words) : warningAt("text", place, words)
}

/** Without a card pattern, the form for a new card does not offer any type of card. */
function checkCards(checked: CheckedBrand): Finding[] {
  if (!holdsCustomers(checked)) return []
  const isPresent = (title: string) => {
    const text = managedTextOf(checked, title)
    return text ? !isEmpty(text.text) : checked.storedTitles.includes(title)
  }
  if (cardPatternTitles.some(isPresent)) return []
  return [
    errorAt("text", startOf(brandPathOf(checked, "content/")), {
      reason: "no card number pattern has a text, so customers cannot add a card",
      fix: "Write at least one of shared/content/card-number-pattern-visa.html, …-mastercard.html, …-discover.html and …-amex.html.",
    }),
  ]
}

/** Whether a screen of this brand would show the text. */
function isUsed(checked: CheckedBrand, title: string): boolean {
  const { showAboutUs, showContactUs, claimUrl } = checked.brand
  if (title === "about us") return showAboutUs
  if (title === "contact us") return showContactUs
  if (title === "claim now") return claimUrl !== null && holdsCustomers(checked)
  const isForCustomers = [...authorizationTitles, ...cardPatternTitles, "document error"]
  return !isForCustomers.includes(title) || holdsCustomers(checked)
}
