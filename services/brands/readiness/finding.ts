import type { Problem } from "#platform/files/problems.ts"
import type { TextFile } from "#platform/files/text-file.ts"

/** Each kind of finding, with a description of its check. `--allow` takes these kinds. */
export const findingKinds = {
  format: "files that the format of the folder refuses",
  text: "texts that a screen needs",
  authorization: "the texts that customers accept before they pay or change how they pay",
  legal: "legal texts that still have the words of a sample",
  statement: "the accessibility statement",
  placeholder: "placeholders in texts and messages, and samples that are still in place",
  phone: "phone numbers that no phone can dial, or that differ from text to text",
  link: "links inside texts, and addresses of client.json",
  picture: "logos and pictures",
  style: "style sheets that a browser reads only in part",
  token: "custom properties that the design does not know",
  contrast: "colors that are hard to read, in light and dark",
  font: "fonts that are named but absent",
  pattern: "patterns of card numbers",
  host: "host names",
  group: "the clients that a group leads to",
  title: "page titles",
  email: "emails in the look of the brand, and people without an email address",
  date: "dates that cannot be right",
  state: "state codes",
  amount: "amounts of one product that do not fit each other",
  "payment-method": "payment methods and their references at the gateway",
} as const
export type FindingKind = keyof typeof findingKinds

/** A defect of a folder that its customers would notice, with its place. */
export interface Finding extends Problem {
  kind: FindingKind
  /** An error stops publishing; a warning does not. */
  severity: "error" | "warning"
  /** What the author of the folder should do next. */
  fix: string
}

/** A place in a file of the folder. */
export interface FindingPlace {
  /** Path relative to the folder. */
  file: string
  /** Line number, starting at 1. */
  line: number
}

type Words = Pick<Finding, "reason" | "fix">

export function errorAt(kind: FindingKind, { file, line }: FindingPlace, words: Words): Finding {
  return { kind, severity: "error", file, line, ...words }
}

export function warningAt(kind: FindingKind, place: FindingPlace, words: Words): Finding {
  return { ...errorAt(kind, place, words), severity: "warning" }
}

/** The first line of a file, even of a missing file. */
export function startOf(file: TextFile | string): FindingPlace {
  return { file: typeof file === "string" ? file : file.file, line: 1 }
}
