import { problemAt } from "#platform/files/json-file.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { type Finding, warningAt } from "#services/brands/readiness/finding.ts"

/** Payments in a year, by the code of the frequency. */
const timesAYear: Record<string, number> = { M: 12, Q: 4, S: 2, A: 1 }

/**
 * Factors within which a year of payments equals the annual premium, including discounts and
 * surcharges.
 */
const least = 0.5
const most = 2

/** Amounts that differ so much from the annual premium that one of them must be mistyped. */
export function checkAmounts(source: TextFile, people: readonly PersonRecord[]): Finding[] {
  return people.flatMap(({ products }, index) =>
    products.flatMap(({ policy }, position) => {
      const { annualPremium, billing } = policy
      return billing.frequencies.flatMap(({ code, label, amount }, place) => {
        const times = timesAYear[code]
        if (times === undefined || annualPremium <= 0 || amount <= 0) return []
        const factor = (amount * times) / annualPremium
        if (factor >= least && factor <= most) return []
        const path = [index, "products", position, "billing", "frequencies", place, "amount"]
        const dollars = ((amount * times) / 100).toFixed(2)
        const reason = `(${label}) is ${dollars} in a year, and annualPremium is ${(annualPremium / 100).toFixed(2)}`
        const problem = problemAt(source, path, reason)
        const fix = "Correct the amount that is mistyped."
        return [warningAt("amount", problem, { reason: problem.reason, fix })]
      })
    }),
  )
}
