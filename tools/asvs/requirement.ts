/** A thing that shows that a requirement holds. `tools/asvs/asvs.test.ts` checks that it exists. */
export type Proof =
  /** A behavior of docs/behaviors.md, such as "SESSION-01". Its tests show it. */
  | `${Uppercase<string>}-${number}`
  /** A file of the project, maybe with a heading: "SECURITY.md#sessions". */
  | `${string}.${string}`
  /** A command: "npm run audit", "npm run prove -- advisories". */
  | `npm ${string}`
  /** A setting: "setting TRUST_PROXY". */
  | `setting ${Uppercase<string>}`

interface Common {
  /** 1 or 2: level 2 contains level 1. */
  level: 1 | 2
  /** The requirement in our words. */
  what: string
}

/** The software does it. */
interface Holds extends Common {
  state: "holds"
  note: string
  shownBy: readonly Proof[]
}

/** The operator's machines decide it; the software, a file of deploy/ or a document prepares it. */
interface Operator extends Common {
  state: "operator"
  note: string
  shownBy: readonly Proof[]
}

/** The software does something else, or less. */
interface Deviates extends Common {
  state: "deviates"
  /** Where and why it is so. */
  why: string
  /** The source of the decision: the specification with its chapter, a standard, or we. */
  decidedBy: string
  /** The reasons why the risk is small. */
  instead: string
  shownBy: readonly Proof[]
}

/** The software has nothing that it speaks of. */
interface NotApplicable extends Common {
  state: "not applicable"
  why: string
}

export type Requirement = Holds | Operator | Deviates | NotApplicable

/** A chapter of the standard. The keys are the numbers without the number of the chapter. */
export interface Chapter {
  title: string
  rows: Readonly<Record<string, Requirement>>
}

export function holds(
  level: 1 | 2,
  what: string,
  shownBy: readonly Proof[],
  note = "",
): Requirement {
  return { state: "holds", level, what, shownBy, note }
}

export function byOperator(
  level: 1 | 2,
  what: string,
  shownBy: readonly Proof[],
  note: string,
): Requirement {
  return { state: "operator", level, what, shownBy, note }
}

export function deviates(
  level: 1 | 2,
  what: string,
  reason: Pick<Deviates, "why" | "decidedBy" | "instead">,
  shownBy: readonly Proof[] = [],
): Requirement {
  return { state: "deviates", level, what, shownBy, ...reason }
}

export function notApplicable(level: 1 | 2, what: string, why: string): Requirement {
  return { state: "not applicable", level, what, why }
}
