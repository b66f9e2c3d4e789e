import type { FastifyInstance, FastifyRequest } from "fastify"
import { plainDigits } from "#contracts/digits.ts"
import { ApiError } from "#contracts/messages.ts"

/**
 * Refuses every JSON body that contains a card number, before anything could log or store it. Only
 * the payment gateway may receive a card number.
 */
export function refuseCardNumbers(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser("error", "error")
  app.removeContentTypeParser("application/json")
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = String(body)
    if (holdsCardNumber(text)) {
      done(new ApiError("request.cardNumber"))
      return
    }
    // A call without fields may be sent with an empty body.
    if (text === "") {
      done(null, undefined)
      return
    }
    void json(request, text, (error, parsed) => {
      // Digits can be written as \u0034; serializing them again makes them digits.
      const isHidden = !error && text.includes("\\") && holdsCardNumber(JSON.stringify(parsed))
      done(isHidden ? new ApiError("request.cardNumber") : error, parsed)
    })
  })
}

/** Refuses a call whose path or query contains a card number. */
export async function refuseCardNumberInAddress({ url }: FastifyRequest): Promise<void> {
  if (holdsCardNumber(decoded(url))) throw new ApiError("request.cardNumber")
}

function decoded(url: string): string {
  const spaced = url.replaceAll("+", " ")
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi
/** Groups of digits separated by a space or dash that are not part of a word or fraction. */
const digitGroups = /(?<![A-Za-z\d]|\d\.)\d+(?:(?:\s|\p{Pd}){1,2}\d+)*(?![A-Za-z\d]|\.\d)/gu

/**
 * Groups as printed on cards, with another separator. A point or comma also occurs in amounts, so
 * only whole groups match.
 */
const printedGroups =
  /(?<!\d)(?:\d{4}([._/,·|:;+*])\d{4}\1\d{4}\1\d{1,7}|\d{4}([._/,·|:;+*])\d{6}\2\d{4,5})(?!\d)/g

/**
 * Whether a text contains a card number: 13 to 19 digits, grouped or not, with a length and prefix
 * that card networks issue and a valid check digit.
 */
export function holdsCardNumber(text: string): boolean {
  // Converts digits and dashes of other scripts, which some keyboards produce.
  const isPlain = /^[ -~]*$/.test(text)
  const digits = isPlain ? text : plainDigits(text.normalize("NFKC").replace(/\p{Cf}/gu, ""))
  const plain = digits.replace(uuid, " ~ ")
  const runs = [...(plain.match(digitGroups) ?? []), ...(plain.match(printedGroups) ?? [])]
  return runs.some((run) => holdsCard(run.match(/\d+/g) ?? []))
}

/** Whether some adjacent groups form a number. An expiration date or code may follow it. */
function holdsCard(groups: string[]): boolean {
  return groups.some((_, start) => {
    let number = ""
    for (const group of groups.slice(start, start + 19)) {
      number += group
      if (number.length > 19) return false
      if (isCardNumber(number)) return true
    }
    return false
  })
}

/** Prefixes by length. Source: ISO/IEC 7812 and the networks' published number ranges. */
const beginnings: Record<number, RegExp> = {
  13: /^4/,
  14: /^3[0689]/,
  15: /^3[47]/,
  16: /^(2[2-7]|[3-6])/,
  17: /^[56]/,
  18: /^[56]/,
  19: /^[3-6]/,
}

function isCardNumber(digits: string): boolean {
  return beginnings[digits.length]?.test(digits) === true && hasCheckDigit(digits)
}

/** The Luhn check digit. Source: ISO/IEC 7812-1, annex B. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
