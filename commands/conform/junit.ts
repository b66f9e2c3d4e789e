import type { Result } from "./run.ts"

/** The results as JUnit XML, in the form that GitHub, GitLab and Jenkins read. */
export function junitOf(results: readonly Result[]): string {
  const groups = [...new Set(results.map(({ group }) => group))]
  const suites = groups.map((group) =>
    suiteOf(
      group,
      results.filter((one) => one.group === group),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conform">\n${suites.join("\n")}\n</testsuites>\n`
}

function suiteOf(group: string, results: readonly Result[]): string {
  const count = (outcome: Result["outcome"]) =>
    results.filter((one) => one.outcome === outcome).length
  const counts = `tests="${results.length}" failures="${count("finding")}" skipped="${count("notRun")}"`
  const cases = results.map((result) => caseOf(result)).join("\n")
  return `  <testsuite name="${escaped(group)}" ${counts}>\n${cases}\n  </testsuite>`
}

function caseOf({ group, name, outcome, seconds, reason, expected, came, sent = [] }: Result) {
  const inner = {
    holds: "",
    notRun: `<skipped message="${escaped(reason ?? "")}"/>`,
    finding: `<failure message="${escaped(`expected ${expected}`)}">${escaped(
      [...sent.map((one) => `sent: ${one}`), `expected: ${expected}`, `came: ${came}`].join("\n"),
    )}</failure>`,
  }[outcome]
  return `    <testcase classname="${escaped(group)}" name="${escaped(name)}" time="${seconds}">${inner}</testcase>`
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
}

/** XML 1.0 cannot represent most control characters and lone surrogates. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
      .replace(/[&<>"]/g, (one) => entities[one] ?? one)
  )
}
