import { type CardType, cardTypeName, cardTypes } from "./payment-method-rules.ts"

/**
 * The format of a card's number, by card type: a pattern that operators write as managed content. A
 * type with a pattern is offered to customers.
 * Patterns are a small subset of regular expressions: ^ and $ around digits, choices of digits,
 * groups, alternatives and bounded repetitions. They are never passed to the regular expression
 * engine, where a careless pattern could take forever. Instead, the matcher tracks all positions
 * where a part of the pattern may end, and a number has few positions.
 */

/**
 * The title of the managed text with the pattern of this type, such as "card number pattern visa".
 */
export function cardPatternTitle(code: CardType): string {
  return `card number pattern ${cardTypeName(code).toLowerCase()}`
}

export const cardPatternTitles: readonly string[] = cardTypes.map(({ code }) =>
  cardPatternTitle(code),
)

const longestPattern = 500
const longestNumber = 19

/** The maximum depth of nested groups. Each level may double the work. */
const deepestGroup = 3

/** Why a text is not a pattern for card numbers; undefined for a valid or empty text. */
export function cardPatternProblem(text: string): string | undefined {
  const pattern = text.trim()
  if (pattern === "") return undefined
  const compiled = compile(pattern)
  return typeof compiled === "string" ? compiled : undefined
}

/**
 * Whether a number, without spaces and dashes, matches the pattern. An empty pattern matches
 * nothing.
 */
export function isCardNumberOf(pattern: string, typed: string): boolean {
  const number = typed.replace(/[\s-]/g, "")
  const part = compile(pattern.trim())
  if (typeof part === "string" || number.length > longestNumber) return false
  return part(number, new Set([0])).has(number.length)
}

type Places = ReadonlySet<number>
/**
 * Returns the positions in a number where a part of the pattern may end, for those where it may
 * begin.
 */
type Part = (number: string, from: Places) => Places

interface Read {
  part: Part
  /** The rest of the pattern after this part. */
  rest: string
}

class Wrong extends Error {}

/** The compiled pattern, or a description of its mistake. */
function compile(pattern: string): Part | string {
  if (pattern.length > longestPattern) return `is longer than ${longestPattern} characters`
  if (!/^\^.*\$$/s.test(pattern)) return "must begin with ^ and end with $"
  try {
    const { part, rest } = readAlternatives(pattern.slice(1, -1), 0)
    return rest === "" ? part : `cannot be read from "${rest.slice(0, 20)}" on`
  } catch (error) {
    if (error instanceof Wrong) return error.message
    throw error
  }
}

function readAlternatives(text: string, depth: number): Read {
  const first = readSequence(text, depth)
  const parts = [first.part]
  let { rest } = first
  while (rest.startsWith("|")) {
    const next = readSequence(rest.slice(1), depth)
    parts.push(next.part)
    rest = next.rest
  }
  return {
    part: (number, from) => new Set(parts.flatMap((part) => [...part(number, from)])),
    rest,
  }
}

function readSequence(text: string, depth: number): Read {
  const parts: Part[] = []
  let rest = text
  while (rest !== "" && !/^[|)]/.test(rest)) {
    const next = readRepeated(rest, depth)
    parts.push(next.part)
    rest = next.rest
  }
  return { part: (number, from) => parts.reduce((at, part) => part(number, at), from), rest }
}

/** Reads a digit, a choice of digits or a group, with its repetitions. */
function readRepeated(text: string, depth: number): Read {
  const { part, rest } = text.startsWith("(") ? readGroup(text, depth) : readDigit(text)
  const times = /^(?:\?|\{(\d{1,2})(?:,(\d{1,2}))?\})/.exec(rest)
  if (!times) return { part, rest }
  const [sign, first, second] = times
  const least = Number(first ?? 0)
  const most = Number(second ?? first ?? 1)
  if (most > longestNumber || least > most) {
    throw new Wrong(`"${sign}" must be at most ${longestNumber}, the smaller number first`)
  }
  return { part: repeated(part, least, most), rest: rest.slice(sign.length) }
}

function readGroup(text: string, depth: number): Read {
  if (depth === deepestGroup) throw new Wrong("has too many groups within groups")
  const { part, rest } = readAlternatives(text.replace(/^\((\?:)?/, ""), depth + 1)
  if (!rest.startsWith(")")) throw new Wrong(`"${text.slice(0, 20)}" opens what nothing closes`)
  return { part, rest: rest.slice(1) }
}

function readDigit(text: string): Read {
  const [found] = /^(?:\d|\\d|\[(?:\d-\d|\d|\\d)+\])/.exec(text) ?? []
  if (found === undefined) throw new Wrong(`"${text.slice(0, 20)}" is neither digits nor a group`)
  const digits = new Set((found.match(/\\d|\d-\d|\d/g) ?? []).flatMap(digitsOf))
  return {
    part: (number, from) =>
      new Set([...from].filter((at) => digits.has(number[at] ?? "")).map((at) => at + 1)),
    rest: text.slice(found.length),
  }
}

/** The digits in "7", "2-5" or "\\d". */
function digitsOf(choice: string): string[] {
  const [first = "0", last = first] = choice === "\\d" ? ["0", "9"] : choice.split("-")
  if (first > last) throw new Wrong(`"${choice}" must begin with the smaller digit`)
  return [..."0123456789"].filter((digit) => digit >= first && digit <= last)
}

function repeated(part: Part, least: number, most: number): Part {
  return (number, from) => {
    const ends = new Set(least === 0 ? from : [])
    let places = from
    for (let time = 1; time <= most && places.size > 0; time += 1) {
      const next = part(number, places)
      // Stop if another round would change nothing.
      const isLast = isSame(next, places)
      places = next
      if (time >= least || isLast) for (const place of places) ends.add(place)
      if (isLast) break
    }
    return ends
  }
}

function isSame(one: Places, other: Places): boolean {
  return one.size === other.size && [...one].every((place) => other.has(place))
}
