import { type CheckedBrand, hasCustomerSite, textOf } from "./checked-brand.ts"
import { errorAt, type Finding, startOf } from "./finding.ts"

const title = "accessibility statement"
const contact =
  /href\s*=\s*["']?(?:mailto|tel):|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|[\w.+-]+@[\w-]+\.\w+/i

/** A statement must say how a customer reports a barrier. checkTexts finds one that is missing. */
export function checkStatement(checked: CheckedBrand): Finding[] {
  const own = textOf(checked, title)
  const words = own?.text.trim() ?? ""
  if (!own || words === "" || !hasCustomerSite(checked.brand) || contact.test(words)) return []
  return [
    errorAt("statement", startOf(own), {
      reason: "the accessibility statement does not say how a customer reports a barrier",
      fix: "Name a phone number or an email address in it.",
    }),
  ]
}
