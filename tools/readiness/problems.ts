import type { Problem } from "#platform/files/problems.ts"
import { errorAt, type Finding, type FindingKind } from "#services/brands/readiness/finding.ts"

/** Problems that the loader finds, by words of their reason; every other one is of the kind `format`. */
const kinds: readonly (readonly [words: RegExp, kind: FindingKind, fix: string])[] = [
  [/is not a pattern/, "pattern", "Write digits, ranges and bounded repetitions between ^ and $."],
  [
    /is not a value of this text/,
    "placeholder",
    "Use a placeholder that demo/README.md lists for this text.",
  ],
  [
    /stateCode|two-letter state code/,
    "state",
    "Write the code of the United States Postal Service, such as NY.",
  ],
  [/clientGroup/, "group", "Name a client of this folder with one of its hosts."],
  [
    /sites(\[\d+\]\.host|\b)/,
    "host",
    "Give each host to one client, as a bare name in lowercase letters.",
  ],
  [
    /brandDetail\.(primaryLogo|secondLogo|logoImage)|is no image\//,
    "picture",
    "Put the picture into assets/ and write its name.",
  ],
  [/is no font\//, "font", "Replace the file by a real .woff2 font."],
  [/pageTitles/, "title", "contracts/screens.ts lists the names of screens."],
  [/must be a date|dateOfBirth/, "date", "Write a date such as 2026-03-31, or today+12d."],
  [
    /AnchorLink|claimUrl|headTags/,
    "link",
    "Write the whole address, such as https://www.example.com.",
  ],
]

/** A problem of the loader as a finding. None of them can be allowed. */
export function findingOf(problem: Problem): Finding {
  const [, kind, fix] = kinds.find(([words]) => words.test(problem.reason)) ?? []
  const words = {
    reason: problem.reason,
    fix: fix ?? "Correct this place; demo/README.md describes every file and field.",
  }
  return errorAt(kind ?? "format", problem, words)
}
