import { dollarsOf } from "#contracts/money.ts"
import { numberLabel } from "#contracts/products/product-number-rules.ts"
import type { PdfBlock } from "#platform/pdf/pdf.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { DocumentEntry, Person, PolicyDetail } from "#ports/policy-admin/port.ts"

/** The data of a demo document: its entry, its person and product, and the sending client. */
export interface DocumentData {
  clientName: string
  phoneNumber: string
  person: Pick<Person, "firstName" | "lastName" | "dateOfBirth" | "address">
  detail: PolicyDetail
  entry: DocumentEntry
}

export function factsOf({ person, detail: { policy } }: DocumentData) {
  const { billing, isInsuranceProduct: isInsurance } = policy
  const frequency = billing.frequencies.find(({ code }) => code === billing.frequencyCode)
  const facts: (readonly [string, string])[] = [
    [numberLabel(isInsurance), policy.policyNumber],
    ["Holder", nameOf(person)],
    [isInsurance ? "Coverage type" : "Plan type", policy.coverageType],
    ["Status", policy.policyStatus],
    ["Coverage effective date", shownDate(policy.coverageEffectiveDate)],
    [isInsurance ? "Annual premium" : "Annual product cost", dollarsOf(policy.annualPremium)],
    ["Payment frequency", frequency?.label ?? ""],
  ]
  return { facts: facts.filter(([, value]) => value !== "") }
}

/** The facts that fit on the one page of a letter. */
export function shortFactsOf(document: DocumentData): PdfBlock {
  return { facts: factsOf(document).facts.slice(0, 3) }
}

export function opening({ person, entry }: DocumentData): PdfBlock[] {
  return [
    { lines: [nameOf(person), ...addressLines(person)] },
    paragraph(shownDate(entry.documentCreatedDate)),
    paragraph(`Dear ${nameOf(person)},`),
  ]
}

export function closing({ clientName, phoneNumber }: DocumentData): PdfBlock {
  return { lines: [`Questions? Call us at ${phoneNumber}.`, `Your ${clientName}`] }
}

export function paragraph(text: string): PdfBlock {
  return { paragraph: text }
}

export function table(caption: string, labels: string[], rows: string[][]): PdfBlock {
  return { table: { caption, columns: labels.map((label) => ({ label })), rows } }
}

export function nameOf({ firstName, lastName }: DocumentData["person"]): string {
  return `${firstName} ${lastName}`.trim()
}

export function addressLines({ address }: DocumentData["person"]): string[] {
  const { addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode } = address
  const lines = [addressLine1, addressLine2, addressLine3, `${cityName}, ${stateCode} ${zipCode}`]
  return lines.filter((text) => text !== "")
}
