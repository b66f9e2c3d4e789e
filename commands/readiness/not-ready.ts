import { counted } from "#platform/text/words.ts"
import { UsageError } from "#server/config/command-line.ts"
import { type Finding, type FindingKind, findingKinds } from "#services/brands/readiness/finding.ts"

/** The brands of a folder are not ready for customers. Nothing was published. */
export class NotReady extends Error {
  override name = "NotReady"
  findings: readonly Finding[]

  constructor(findings: readonly Finding[], allowed: readonly FindingKind[]) {
    super(findingsInLines(findings, allowed))
    this.findings = findings
  }
}

/** The findings that stop publishing: errors of kinds that are not accepted. */
export function blocking(findings: readonly Finding[], allowed: readonly FindingKind[]): Finding[] {
  return findings.filter(({ severity, kind }) => severity === "error" && !allowed.includes(kind))
}

/** The kinds in `--allow`. Errors: `UsageError` that names the unknown kind. */
export function findingKindsOf(allowed: readonly string[]): FindingKind[] {
  return allowed.map((name) => {
    // No option makes the loader accept another format.
    if (name !== "format" && Object.hasOwn(findingKinds, name)) return name as FindingKind
    const known = Object.keys(findingKinds).filter((kind) => kind !== "format")
    throw new UsageError(`--allow ${name}: no such kind. Kinds are ${known.join(", ")}.`)
  })
}

/**
 * Each finding with its place, reason and what to do. An error of a kind in `allowed` is a warning.
 */
export function findingLines(
  findings: readonly Finding[],
  allowed: readonly FindingKind[] = Object.keys(findingKinds) as FindingKind[],
): string {
  const errors = blocking(findings, allowed)
  return findings
    .map((finding) => {
      const { file, line, reason, fix, kind } = finding
      const weight = errors.includes(finding) ? "error" : "warning"
      return `${file}:${line}  ${weight} (${kind}): ${reason}\n    ${fix}`
    })
    .join("\n")
}

/** The findings, with those that stop publishing first, and their sum. */
export function findingsInLines(
  findings: readonly Finding[],
  allowed: readonly FindingKind[],
): string {
  const errors = blocking(findings, allowed)
  const rest = findings.length - errors.length
  const accept = [...new Set(errors.map(({ kind }) => kind))].filter((kind) => kind !== "format")
  return [
    findingLines([...errors, ...findings.filter((finding) => !errors.includes(finding))], allowed),
    `${counted(errors.length, "error")}, ${counted(rest, "warning")}.`,
    ...(accept.length > 0
      ? [`To publish in spite of them: ${accept.map((kind) => `--allow ${kind}`).join(" ")}`]
      : []),
  ].join("\n")
}
