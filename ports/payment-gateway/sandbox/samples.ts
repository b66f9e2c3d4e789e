import { documentedBankName, documentedName, documentedRoutingNumber } from "./numbers.ts"
import type { MethodRow } from "./rows.ts"

/**
 * Returns a method that the sandbox accepts although no one added it, for demo data: `sample.`, the
 * name of a documented number, a card's expiration as MM-YYYY, and any suffix that makes it unique,
 * such as `sample.visa.08-2031.maria` or `sample.bank.maria`.
 */
export function sampleMethod(reference: string): MethodRow | undefined {
  const [word, name = "", expiry = ""] = reference.split(".")
  const documented = word === "sample" ? documentedName(name) : undefined
  if (!documented) return undefined
  const isCard = documented.kind === "card"
  const date = /^(0[1-9]|1[0-2])-(\d{4})$/.exec(expiry)
  if (isCard && !date) return undefined
  return {
    reference,
    kind: documented.kind,
    cardType: documented.cardType,
    lastFour: documented.number.slice(-4),
    expirationDate: isCard && date ? `${date[1]}/${date[2]}` : "",
    institution: isCard ? "" : documentedBankName,
    maskedRoutingNumber: isCard ? "" : `*****${documentedRoutingNumber.slice(-4)}`,
    name,
    holderName: "",
  }
}
