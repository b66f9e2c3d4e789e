import { withoutSeparators } from "../digits.ts"

const planNumberLength = 10

/** Removes the spaces and hyphens between groups of digits, and keeps the last ten digits. */
export function planNumberOf(typed: string): string {
  return withoutSeparators(typed).slice(-planNumberLength)
}

export const planNumberNumericText = "Your Certificate/Plan Number should be numeric."
export const planNumberLengthText = "Your Certificate/Plan Number should be 10 digits long."
export const planNumberUnknownText =
  "The Certificate or Plan Number you entered could not be validated. Your Plan Number is a 10 digit number which can be found on your plan documentation or on a bill."

/** The message about a typed plan number; undefined if it is valid. */
export function planNumberProblem(typed: string): string | undefined {
  const number = withoutSeparators(typed)
  if (/\D/.test(number)) return planNumberNumericText
  return number.length < planNumberLength ? planNumberLengthText : undefined
}
