import type { DeclaredFields, ValuesOf } from "./declared-field.ts"

/**
 * The fields of a bill that the source system states and nothing calculates, in the order of the
 * contract. A new one needs its column in a migration that also adds it to the view
 * `policy_admin.standing_bill`, and its row in docs/import.md.
 */
export const billFields = {
  coveredUntil: {
    kind: "date",
    range: { back: 7, ahead: 2 },
    absent: null,
    privacy: "money",
    sample: "2026-12-31",
    description:
      "Until when the product is covered while this bill is open; null if unknown. Used only if the product has no `coveredUntil`.",
  },
  coveredOncePaid: {
    kind: "date",
    range: { back: 7, ahead: 10 },
    absent: null,
    isOptional: true,
    privacy: "money",
    sample: "2026-12-31",
    description:
      "Until when the product is covered once this bill and all earlier ones are paid; null if unknown. No screen shows it: after the payment, `coveredUntil` of the product does.",
  },
} as const satisfies DeclaredFields

export const billFieldNames = Object.keys(billFields) as (keyof typeof billFields)[]

export type BillFacts = ValuesOf<typeof billFields>
/** The facts that a load states; the others are absent. */
export type StatedFacts = { [Name in keyof BillFacts]?: NonNullable<BillFacts[Name]> }

export function billFacts(bill: Partial<BillFacts>): BillFacts {
  return Object.fromEntries(
    billFieldNames.map((name) => [name, bill[name] ?? billFields[name].absent]),
  ) as BillFacts
}

export function statedFacts(bill: Partial<BillFacts> | undefined): StatedFacts {
  const stated = billFieldNames.filter((name) => {
    return (bill?.[name] ?? billFields[name].absent) !== billFields[name].absent
  })
  return Object.fromEntries(stated.map((name) => [name, bill?.[name]]))
}
