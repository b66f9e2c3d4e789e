import { findingKindsOf } from "#commands/readiness/not-ready.ts"
import type { FindingKind } from "#services/brands/readiness/finding.ts"
import type { Typed } from "../command.ts"

/** The kinds of findings that `--allow` accepts. Errors: `UsageError`. */
export function allowedKinds(typed: Typed["values"][string]): FindingKind[] {
  return findingKindsOf([typed ?? []].flat().map(String))
}
