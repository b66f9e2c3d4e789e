import { isBlank, requiredText } from "../required-field.ts"
import { comparedText } from "./compared-text-rules.ts"

/** The hint at each field for a security answer. `comparedText` is the rule that it states. */
export const answerHint = "You can ignore capital letters, accents, spaces and punctuation."
export const securityAnswerMaxLength = 100
export const answerEmptyText = "Your security answer needs a letter or a digit."

/** Whether something is left of a new answer when it is compared. */
export function isSecurityAnswer(typed: string): boolean {
  return comparedText(typed) !== ""
}

/** The error at a field for a new answer; undefined if it has none. */
export function securityAnswerProblem(typed: string): string | undefined {
  if (isBlank(typed)) return requiredText
  return isSecurityAnswer(typed) ? undefined : answerEmptyText
}
