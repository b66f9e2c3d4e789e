import { comparedText } from "#contracts/identity/compared-text-rules.ts"

interface Names {
  firstName: string
  lastName: string
}

/**
 * Whether a typed name is the one on file. Ignores the differences that `comparedText` ignores, the
 * passport spelling of letters (ä as ae), middle initials, titles after the name, and a suffix such
 * as Jr. that only one of the two has. A person with one name may have it in either field, so both
 * fields are compared together.
 */
export function isSameName(typed: Names, onFile: Names): boolean {
  const [one, other] = [partsOf(typed), partsOf(onFile)]
  return (
    one.spellings.some((spelling) => spelling !== "" && other.spellings.includes(spelling)) &&
    (one.suffix === other.suffix || one.suffix === "" || other.suffix === "")
  )
}

/** Whether a typed address is the one on file; false if no address is on file. */
export function isSameAddress(typed: string, onFile: string): boolean {
  return onFile !== "" && typed.trim().toLowerCase() === onFile.trim().toLowerCase()
}

interface Parts {
  /** The letters of the name, as people type them on a US keyboard and as passports spell them. */
  spellings: string[]
  /** A suffix such as "jr"; "" if the name has none. */
  suffix: string
}

function partsOf({ firstName, lastName }: Names): Parts {
  const [first, last] = [withoutSuffix(firstName), withoutSuffix(lastName)]
  // "J. R." can also be a first name, which others write as "J.R.".
  const firstNames = [first.name, withoutInitials(first.name)]
  return {
    spellings: firstNames
      .flatMap(spellingsOf)
      .flatMap((one) => spellingsOf(last.name).map((other) => one + other)),
    suffix: last.suffix || first.suffix,
  }
}

/** Turns "Ana M." into "Ana". A script without capital letters has no initials: 小 明 stays. */
function withoutInitials(firstName: string): string {
  return firstName
    .trim()
    .replace(/(?:\s+\p{Alphabetic}\.?)+$/u, (initials) =>
      initials.toLowerCase() === initials.toUpperCase() ? initials : "",
    )
}

/** The spellings of suffixes. Titles are not part of the name. */
const suffixes: Record<string, string> = {
  ...{ jr: "jr", junior: "jr", sr: "sr", senior: "sr" },
  ...{
    ii: "2",
    "2nd": "2",
    iii: "3",
    "3rd": "3",
    iv: "4",
    "4th": "4",
    v: "5",
    "5th": "5",
    vi: "6",
  },
  ...{ esq: "", md: "", phd: "", dds: "" },
}

/** Removes suffixes and titles, such as ", Jr." and "III, M.D.". */
function withoutSuffix(name: string): { name: string; suffix: string } {
  const [, before, last = ""] = /^(.*[^\s,])[\s,]+([^\s,]+)$/su.exec(name.trim()) ?? []
  const suffix = suffixes[last.replaceAll(".", "").toLowerCase()]
  if (before === undefined || suffix === undefined) return { name, suffix: "" }
  const earlier = withoutSuffix(before)
  return { name: earlier.name, suffix: suffix || earlier.suffix }
}

/** ICAO 9303, part 3, section 6; and Đ as Croatian and Serbian write it without the letter. */
const passportLetters: Record<string, string> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" },
  đ: "dj",
}

function spellingsOf(name: string): string[] {
  const lower = name.normalize("NFC").toLowerCase()
  const inPassport = lower.replace(/[äöüøåđ]/g, (letter) => passportLetters[letter] ?? letter)
  return [comparedText(name), comparedText(inPassport)]
}
