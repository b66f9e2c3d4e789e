import type { Problem } from "#platform/files/problems.ts"
import { errorAt, type Finding, type FindingKind } from "#services/brands/readiness/finding.ts"

/** Words in a problem with the form of a file, and the fix for its author. */
const formats = (
  [
    [/appears twice|written twice/, "Give each of them its own, or remove one."],
    [/must be an amount/, 'Write dollars and cents without signs, as text: "1188.00".'],
    [
      /must not be below zero/,
      "Write 0.00 or more; `adjustment` and `billingCredit` lower what is owed.",
    ],
    [/zip code/, 'Write five digits, or nine with a dash, as text: "04101".'],
    [
      /not valid JSON/,
      "Look at this line and the one before: a comma, a quote or a bracket is missing or too many.",
    ],
    [/is not UTF-8/, "Save the file in your editor with the encoding UTF-8."],
    [
      /is larger than/,
      "Save the file smaller: pictures at twice the size in which they are shown.",
    ],
    [
      /time zone/,
      "Write a name of the IANA list, such as America/Chicago; EST and the like have no summer time.",
    ],
    [
      /is not a known field/,
      "Correct the spelling, or remove the field: demo/README.md lists every field.",
    ],
    [/ is missing/, "Add it here: demo/README.md says what it means."],
    [/does not belong here/, "Rename it to one of these, or take it out of the folder."],
    [
      /neither a text .* nor a message/,
      "Name the file after a title of demo/README.md, with dashes for spaces.",
    ],
    [/is not the folder's name/, "Write the name of the folder, or rename the folder."],
    [/may fetch nothing from elsewhere/, "Put the file into assets/, and name it without a host."],
    [
      /card number/,
      "Remove the number. `lastFour` has its end, and `gatewayReference` leads to it.",
    ],
    [/last four digits|lastFour/, 'Write four digits as text, such as "4242".'],
    [/month and year/, 'Write two digits for the month and four for the year: "08/2031".'],
    [/one of the frequencies/, "Write the code of one of the `frequencies`, or add it there."],
    [/dueDate/, "Write when the amount is due, such as 2026-03-31."],
    [/must be 10 digits/, "Write the digits alone, as text, without spaces and dashes."],
    [/email address/, 'Write one address, such as name@your-company.com, or "" for none.'],
    [/must be a color/, "Write # and six digits, such as #1f4e79."],
    [/open before/, "Write the earlier time as `opens`; both as 08:00."],
    [/no one in people/, "Write the accountNumber of a person in people.json."],
    [/password/, "Choose a longer one; docs/guide.md says how people register without any."],
    [/must be one of/, "Save it as one of these types, or take it out of assets/."],
    [/must be named in letters/, "Rename the file: logo-2.png, for example."],
    [/script|must not run|event handler/, "Save the drawing without scripts and links."],
    [/cannot be shown/, "Type the text again; do not paste it."],
  ] as const
).map(([words, fix]) => [words, "format" as FindingKind, fix] as const)

/**
 * Problems that the loader finds, by words in their reason; every other one is of the kind
 * `format`.
 */
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
    /brandDetail\.(primaryLogo|secondLogo|logoImage) (is not in|is missing)/,
    "picture",
    "Put the picture into assets/ and write its name.",
  ],
  [
    /brandDetail\.(primaryLogo|secondLogo|logoImage)/,
    "picture",
    "Name a picture of that type; save the logo as .png for emails.",
  ],
  [
    /is no font/,
    "font",
    "Replace the file by a real .woff2 font, or by a .ttf font for documents.",
  ],
  [
    /is no image\//,
    "picture",
    "Save the picture again as the type that its name ends in, or correct the ending.",
  ],
  [
    /pageTitles\.\w+ must not be empty/,
    "title",
    "Write the words after the name, or remove the line.",
  ],
  [/pageTitles/, "title", "contracts/screens.ts lists the names of screens."],
  [/must be a date|dateOfBirth/, "date", "Write a date such as 2026-03-31, or today+12d."],
  [
    /AnchorLink|claimUrl|headTags/,
    "link",
    "Write the whole address, such as https://www.your-company.com.",
  ],
  ...formats,
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
