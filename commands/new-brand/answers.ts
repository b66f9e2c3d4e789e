import { resolve } from "node:path"
import { parse } from "culori"
import { weekdays } from "#contracts/brands/phone-hours.ts"
import { dialedNumber } from "#contracts/brands/phone-number.ts"
import { isTimeZone } from "#platform/time-zone.ts"
import { client, hostName } from "#services/brands/loading/shapes.ts"
import { longestName } from "#services/brands/readiness/titles.ts"
import { readLogo } from "./logo.ts"

/** All answers from which a new brand's folder is made, as typed. */
export interface BrandAnswers {
  /** The client's code, which is also the name of its folder. */
  client: string
  name: string
  host: string
  phone: string
  /** Such as "Mon-Fri 08:00-18:00, Sat 09:00-13:00"; "" for none. */
  hours: string
  timeZone: string
  /** A color. */
  accent: string
  /** Path of the logo file; "" to draw the name. */
  logo: string
  words: "insurance" | "membership"
  /** The names of a group's members, separated by commas; "" if the brand is not a group. */
  group: string
  /** The group's word for a member, as used inside a sentence. */
  term: string
}

interface Question {
  key: keyof BrandAnswers
  /** The option without its dashes. */
  option: string
  ask: string
  /** The default answer, which an empty line gives. */
  otherwise(known: Partial<BrandAnswers>): string
  /** Whether the question applies to this brand; it does by default. */
  isAsked?(known: Partial<BrandAnswers>): boolean
  /** The reason why an answer is wrong; undefined for a valid one. */
  fault(answer: string): string | undefined
}

/** The ten questions in order, and one about groups. A later default may use an earlier answer. */
export const questions: readonly Question[] = [
  {
    key: "client",
    option: "client",
    ask: "Code of the client, in lowercase letters, digits and dashes",
    otherwise: ({ client = "" }) => client,
    fault: (answer) =>
      client.safeParse(answer).success ? undefined : "Write lowercase letters, digits and dashes.",
  },
  {
    key: "name",
    option: "name",
    ask: "Name, as customers know it",
    otherwise: ({ client = "" }) => titled(client),
    fault: (answer) =>
      answer.length <= longestName ? undefined : `Write at most ${longestName} characters.`,
  },
  {
    key: "host",
    option: "host",
    ask: "Host that customers type",
    otherwise: ({ client = "" }) => `${client}.localhost`,
    fault: (answer) =>
      hostName.safeParse(answer).success && answer.includes(".")
        ? undefined
        : "Write a bare host name, such as my.your-company.com.",
  },
  {
    key: "phone",
    option: "phone",
    ask: "Phone number of customer service",
    otherwise: () => "(800) 555-0100",
    fault: (answer) =>
      dialedNumber(answer)
        ? undefined
        : "Write a number that a phone can dial, with its area code, such as (800) 555-0100.",
  },
  {
    key: "hours",
    option: "hours",
    ask: "When people answer it; “none” to show no hours",
    otherwise: () => "Mon-Fri 08:00-18:00",
    fault: (answer) =>
      hoursOf(answer)
        ? undefined
        : "Write days and times, such as Mon-Fri 08:00-18:00, Sat 09:00-13:00.",
  },
  {
    key: "timeZone",
    option: "time-zone",
    ask: "Time zone of the business day",
    otherwise: () => "America/New_York",
    fault: (answer) =>
      isTimeZone(answer) ? undefined : "Write an IANA name, such as America/Chicago.",
  },
  {
    key: "accent",
    option: "accent",
    ask: "Accent color",
    otherwise: () => "#1f5f8b",
    fault: (answer) => (parse(answer) ? undefined : "Write a color, such as #1f5f8b."),
  },
  {
    key: "logo",
    option: "logo",
    ask: "Logo file (.svg, .png, .jpg, .webp); empty to draw the name",
    otherwise: () => "",
    fault: (answer) => (answer === "" ? undefined : logoFault(answer)),
  },
  {
    key: "words",
    option: "words",
    ask: "What customers have: insurance or membership",
    otherwise: () => "insurance",
    fault: (answer) =>
      ["insurance", "membership"].includes(answer) ? undefined : "Write insurance or membership.",
  },
  {
    key: "group",
    option: "group",
    ask: "If it is a group: the names of its members, separated by commas; empty for no group",
    otherwise: () => "",
    fault: groupFault,
  },
  {
    key: "term",
    option: "term",
    ask: "What the group calls one of its members, such as union, guild or local",
    otherwise: () => "union",
    isAsked: ({ group = "" }) => membersOf(group).length > 0,
    fault: (answer) =>
      /^[\p{L} -]{1,30}$/u.test(answer) ? undefined : "Write a word such as guild.",
  },
]

/** The absolute path of a file that the author gave relative to their own folder. */
export function logoPath(answer: string): string {
  // npm runs in the project folder.
  return resolve(process.env.INIT_CWD ?? "", answer)
}

function groupFault(answer: string): string | undefined {
  const codes = membersOf(answer).map(slugOf)
  if (/^y(?:es)?$/i.test(answer) || codes.includes(""))
    return "Write the names of its members, each with a letter from a to z."
  return codes.length === new Set(codes).size ? undefined : "Give each member its own name."
}

function logoFault(answer: string): string | undefined {
  if (!/\.(svg|png|jpe?g|webp)$/i.test(answer)) return "Name a .svg, .png, .jpg or .webp file."
  try {
    readLogo(logoPath(answer))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** The names of a group's members; none if the answer was "no". */
export function membersOf(group: string): string[] {
  if (/^(?:no|none|n|n\/a|-)\.?$/i.test(group.trim())) return []
  return group
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
}

/** A code for a name: "Local 12 Painters" is "local-12-painters". */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 40)
}

function titled(code: string): string {
  return code.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => `${dash && " "}${letter.toUpperCase()}`,
  )
}

/** `phoneHours` of client.json; undefined if the text is not such a list. */
export function hoursOf(
  text: string,
): { days: string[]; opens: string; closes: string }[] | undefined {
  if (/^(none)?$/i.test(text.trim())) return []
  const rows = text.split(",").map((part) => {
    const match =
      /^([a-z]{3})[a-z]*(?:\s*-\s*([a-z]{3})[a-z]*)?\s+(\d\d:\d\d)\s*-\s*(\d\d:\d\d)$/i.exec(
        part.trim(),
      )
    const [, from = "", to = from, opens = "", closes = ""] = match ?? []
    const days = daysFrom(from, to)
    return match && days.length > 0 && opens < closes ? { days, opens, closes } : undefined
  })
  return rows.every((row) => row !== undefined) ? rows : undefined
}

/** The days from one to another, such as "mon" to "fri". */
function daysFrom(from: string, to: string): string[] {
  const at = (name: string) =>
    weekdays.findIndex((day) => day.toLowerCase().startsWith(name.toLowerCase()))
  const [first, last] = [at(from), at(to)]
  if (first === -1 || last === -1) return []
  const length = ((last - first + 7) % 7) + 1
  return Array.from({ length }, (_, index) => weekdays[(first + index) % 7] ?? "")
}
