import { counted } from "#platform/text/words.ts"
import type { Result } from "./run.ts"

/** The changes in the contract that no check makes, because they cannot be undone. */
const notTried =
  "Not tried, because they cannot be undone: issueBills, and a skipCharge that takes effect."

/** The report for people: grouped, each finding with what was sent, expected and received. */
export function reportOf(results: readonly Result[]): string {
  const groups = [...new Set(results.map(({ group }) => group))]
  const blocks = groups.map((group) => {
    const lines = results.filter((one) => one.group === group).flatMap(linesOf)
    return [group, ...lines.map((line) => `  ${line}`)].join("\n")
  })
  return [...blocks, `${summaryOf(results)}\n${notTried}`].join("\n\n")
}

function linesOf({
  outcome,
  name,
  reason,
  expected,
  came,
  sent = [],
  notUndone,
}: Result): string[] {
  const left = notUndone === undefined ? [] : [`      not undone: ${notUndone}`]
  if (outcome === "holds") return [`ok    ${name}`, ...left]
  if (outcome === "notRun") return [`-     ${name} (not run: ${reason})`]
  return [
    `FAIL  ${name}`,
    ...sent.map((exchange) => `      sent:     ${exchange}`),
    `      expected: ${expected}`,
    `      came:     ${came}`,
    ...left,
  ]
}

function summaryOf(results: readonly Result[]): string {
  const count = (outcome: Result["outcome"]) =>
    results.filter((one) => one.outcome === outcome).length
  const findings = counted(count("finding"), "finding")
  const left = results.filter(({ notUndone }) => notUndone !== undefined).length
  const remains = left === 0 ? "" : ` ${counted(left, "check")} could not undo what it changed.`
  return `${counted(results.length, "check")}: ${count("holds")} hold, ${findings}, ${count("notRun")} not run.${remains}`
}
