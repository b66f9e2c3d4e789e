import { isBlank, requiredText } from "../required-field.ts"
import { comparedText } from "./compared-text-rules.ts"

/** The hint at each field for a security answer. It describes the rule of `comparedText`. */
export const answerHint = "Capital letters don't matter."
export const securityAnswerMaxLength = 100
export const answerEmptyText = "Your security answer needs a letter or a digit."

/** Whether a new answer contains anything that is compared. */
export function isSecurityAnswer(typed: string): boolean {
  return comparedText(typed) !== ""
}

/** The error at the field for a new answer; undefined if the answer is valid. */
export function securityAnswerProblem(typed: string): string | undefined {
  if (isBlank(typed)) return requiredText
  return isSecurityAnswer(typed) ? undefined : answerEmptyText
}
