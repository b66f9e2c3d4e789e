import { chapters } from "./chapters.ts"
import type { Proof, Requirement } from "./requirement.ts"

const intro = `# OWASP ASVS 5.0.0, levels 1 and 2

<!-- \`npm run asvs\` writes this page from tools/asvs/chapters/. -->

The [Application Security Verification Standard](https://github.com/OWASP/ASVS) of OWASP lists what a web application should
do. This page has a row for each requirement of levels 1 and 2, by its number in version 5.0.0, in our own short words: read
the standard for the exact text. \`tools/asvs/asvs.test.ts\` fails if a number is missing, if a behavior, file, heading,
setting or command that a row names does not exist, or if a deviation has no reason.

- **holds**: the software does it. Names such as SESSION-01 are [behaviors](behaviors.md) with tests.
- **operator**: your machines decide it; what we prepare for it is named.
- **deviates**: the software does something else, or less. The row says why, who decided it, and what reduces the risk. P and S
  are chapters of the specification, as in [deviations.md](deviations.md).
- **not applicable**: the software has nothing that the requirement speaks of.`

/** The text of docs/asvs.md. */
export function asvsPage(): string {
  const sections = Object.entries(chapters).map(([chapter, { title, rows }]) => {
    const lines = Object.entries(rows).map(([number, row]) => lineOf(`${chapter}.${number}`, row))
    const head = ["| No. | Level | Requirement | State | Shown by |", "|---|---|---|---|---|"]
    return [`## V${chapter} ${title}`, ...head, ...lines].join("\n")
  })
  return `${[intro, countsTable(), ...sections].join("\n\n")}\n`
}

const states = ["holds", "operator", "deviates", "not applicable"] as const

function countsTable(): string {
  const all = Object.entries(chapters).map(([chapter, { title, rows }]) => ({
    name: `V${chapter} ${title}`,
    rows: Object.values(rows),
  }))
  const total = { name: "**All**", rows: all.flatMap(({ rows }) => rows) }
  const lines = [...all, total].map(({ name, rows }) => {
    const counts = states.map((state) => rows.filter((row) => row.state === state).length)
    return `| ${name} | ${rows.length} | ${counts.join(" | ")} |`
  })
  const head = ["| Chapter | Rows | Holds | Operator | Deviates | Not applicable |"]
  return [...head, "|---|---|---|---|---|---|", ...lines].join("\n")
}

function lineOf(number: string, row: Requirement): string {
  return `| ${number} | ${row.level} | ${row.what} | ${row.state} | ${explained(row)} |`
}

function explained(row: Requirement): string {
  if (row.state === "not applicable") return row.why
  const proofs = row.shownBy.map(shown).join(", ")
  if (row.state !== "deviates") return [proofs, row.note].filter(Boolean).join(". ")
  const { why, decidedBy, instead } = row
  return `${why} **Decided by:** ${decidedBy}. **Instead:** ${instead}${proofs && ` (${proofs})`}`
}

/** A proof as a link, or as code. */
function shown(proof: Proof): string {
  if (/^[A-Z]+-\d\d$/.test(proof)) return proof
  if (proof.startsWith("setting ")) return `\`${proof.slice("setting ".length)}\``
  if (proof.startsWith("npm ")) return `\`${proof}\``
  const [path = "", heading] = proof.split("#")
  const target = path.startsWith("docs/") ? path.slice("docs/".length) : `../${path}`
  const name = heading === undefined ? path : `${path}: ${heading.replaceAll("-", " ")}`
  return `[\`${name}\`](${target}${heading === undefined ? "" : `#${heading}`})`
}
