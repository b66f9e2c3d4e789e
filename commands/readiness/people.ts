import type { JSONPath } from "jsonc-parser"
import { problemAt } from "#platform/files/json-file.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { counted } from "#platform/text/words.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { errorAt, type Finding, warningAt } from "#services/brands/readiness/finding.ts"
import { hasEnded } from "../load/opening-in-file.ts"

/** People without an email address and without a user: registration requires the address. */
export function checkReach(
  source: TextFile,
  people: readonly PersonRecord[],
  users: readonly { accountNumber: string }[],
): Finding[] {
  const registered = new Set(users.map(({ accountNumber }) => accountNumber))
  const isOut = ({ person }: PersonRecord) =>
    person.emailAddress === "" && !registered.has(person.accountNumber)
  const first = people.findIndex(isOut)
  if (first === -1) return []
  const count = counted(people.filter(isOut).length, "person", "people")
  const reason = `${count}, the first of them here, cannot register without an email address`
  const { file, line } = problemAt(source, [first, "emailAddress"], "")
  return [warningAt("email", { file, line }, { reason, fix: "Ask them for one." })]
}

/** Bills of products that have ended. */
export function checkEndedBills(source: TextFile, people: readonly PersonRecord[]): Finding[] {
  return people.flatMap(({ products }, index) =>
    products.flatMap(({ policy }, position) => {
      const { amountDue, pastDueAmount } = policy.billing
      if (!hasEnded(policy) || amountDue + pastDueAmount === 0) return []
      const path = [
        index,
        "products",
        position,
        "billing",
        amountDue > 0 ? "amountDue" : "pastDueAmount",
      ]
      const problem = problemAt(source, path, "is asked for a product that has ended")
      const fix = "Look whether it is still owed."
      return [warningAt("amount", problem, { reason: problem.reason, fix })]
    }),
  )
}

/**
 * Dates of people and products that contradict each other or today, the client's business day. The
 * loader refuses dates outside of their ranges.
 */
export function checkDates(
  source: TextFile,
  people: readonly PersonRecord[],
  today: Temporal.PlainDate,
): Finding[] {
  const day = today.toString()
  const refuse = (path: JSONPath, reason: string) => {
    const problem = problemAt(source, path, reason)
    return errorAt("date", problem, { reason: problem.reason, fix: "Correct the date." })
  }
  return people.flatMap(({ products }, index) => {
    return products.flatMap((product, position) => {
      const at = (...path: JSONPath) => [index, "products", position, ...path]
      return productFaults(product, day).map(({ path, reason }) => refuse(at(...path), reason))
    })
  })
}

function productFaults(
  { policy, documents, correspondences, riders }: PersonRecord["products"][number],
  today: string,
): { path: JSONPath; reason: string }[] {
  const { coverageEffectiveDate: start, active, billing } = policy
  const faults: { path: JSONPath; reason: string }[] = []
  if (start !== null && billing.paidThrough !== null && billing.paidThrough < start) {
    const reason = `is ${start}, after the coverage ended (paidThrough ${billing.paidThrough})`
    faults.push({ path: ["coverageEffectiveDate"], reason })
  }
  if (start !== null && !active && start > today) {
    faults.push({
      path: ["coverageEffectiveDate"],
      reason: `is ${start}, but the product has ended`,
    })
  }
  const ends: [path: string[], date: string | null | undefined][] = [
    [["coveredUntil"], policy.coveredUntil],
    [["billing", "coveredUntil"], billing.coveredUntil],
    [["billing", "coveredOncePaid"], billing.coveredOncePaid],
  ]
  for (const [path, date] of ends) {
    if (start === null || !date || date >= start) continue
    faults.push({ path, reason: `is ${date}, before the coverage began (${start})` })
  }
  if (policy.graceUntil && !policy.coveredUntil) {
    const reason = `is ${policy.graceUntil}, which is not shown without coveredUntil`
    faults.push({ path: ["graceUntil"], reason })
  }
  for (const [place, rider] of riders.entries()) {
    const date = rider.coverageEffectiveDate
    if (date !== null && start !== null && date < start) {
      const reason = `is ${date}, before the product began (${start})`
      faults.push({ path: ["riders", place, "coverageEffectiveDate"], reason })
    }
  }
  for (const [list, entries] of Object.entries({ documents, correspondences })) {
    for (const [place, { documentCreatedDate }] of entries.entries()) {
      if (documentCreatedDate <= today) continue
      const reason = `is ${documentCreatedDate}, in the future`
      faults.push({ path: [list, place, "documentCreatedDate"], reason })
    }
  }
  return faults
}
