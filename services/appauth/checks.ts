import { Failure } from "#contracts/messages.ts"
import {
  isEmailAddress,
  isNewPassword,
  isUsername,
  planNumberNumericText,
  planNumberOf,
  planNumberProblem,
} from "#contracts/rules.ts"
import type { Site } from "#services/request.ts"
import { questionById } from "./security-questions.ts"

/** What a form shows beside its field, said again by the server to who passed the form by. */

/** Errors: `signIn.union` at a group where no union was chosen. */
export function checkUnion(site: Site, client: string): void {
  if (!site.clients.includes(client)) throw new Failure("signIn.union")
}

/** The ten digits of a typed plan number. Errors: `planNumber.numeric`, `planNumber.length`. */
export function checkedPlanNumber(typed: string): string {
  const problem = planNumberProblem(typed)
  if (problem === undefined) return planNumberOf(typed)
  const isNumeric = problem !== planNumberNumericText
  throw new Failure(isNumeric ? "planNumber.length" : "planNumber.numeric")
}

/** Errors: `email.invalid`. */
export function checkEmail(typed: string): void {
  if (!isEmailAddress(typed)) throw new Failure("email.invalid")
}

/** Errors: `password.weak`. */
export function checkPassword(typed: string): void {
  if (!isNewPassword(typed)) throw new Failure("password.weak")
}

/** Errors: `username.invalid`, `password.weak`, `securityQuestion.unknown`. */
export function checkCredentials(typed: {
  username: string
  password: string
  securityQuestion: string
}): void {
  if (!isUsername(typed.username)) throw new Failure("username.invalid")
  checkPassword(typed.password)
  if (questionById(typed.securityQuestion) === undefined) {
    throw new Failure("securityQuestion.unknown")
  }
}
