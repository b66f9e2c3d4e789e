import {
  cardPatternProblem,
  cardPatternTitle,
  isCardNumberOf,
} from "#contracts/payments/card-pattern.ts"
import { type CardType, cardTypeName, cardTypes } from "#contracts/payments/payment-method-rules.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { titleOf } from "./checked-brand.ts"
import { errorAt, type Finding, startOf, warningAt } from "./finding.ts"

/** Numbers for tests that each network publishes. */
const samples: Record<CardType, readonly string[]> = {
  VS: ["4242424242424242", "4111111111111111"],
  MC: ["5555555555554444", "2223003122003222"],
  DS: ["6011111111111117", "6011000990139424"],
  AM: ["378282246310005", "371449635398431"],
}

/** A pattern that refuses the cards of its type, or takes those of another one. */
export function checkCardPattern(source: TextFile): Finding[] {
  const own = cardTypes.find(({ code }) => cardPatternTitle(code) === titleOf(source))
  if (!own || source.text.trim() === "" || cardPatternProblem(source.text)) return []
  const takes = (code: CardType) =>
    samples[code].some((number) => isCardNumberOf(source.text, number))
  const other = cardTypes.find(({ code }) => code !== own.code && takes(code))
  const name = cardTypeName(own.code)
  if (other) {
    return [
      errorAt("pattern", startOf(source), {
        reason: `the pattern of ${name} takes numbers of ${cardTypeName(other.code)}`,
        fix: "demo/shared/content/ has the pattern of each type.",
      }),
    ]
  }
  if (takes(own.code)) return []
  return [
    warningAt("pattern", startOf(source), {
      reason: `the pattern refuses well-known numbers of ${name}, such as ${samples[own.code][0]}`,
      fix: "demo/shared/content/ has the pattern of each type. An empty file refuses the type.",
    }),
  ]
}
