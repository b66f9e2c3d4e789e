import { isEmailAddress } from "#contracts/email-address-rules.ts"
import { isNewPassword } from "#contracts/identity/password-rules.ts"
import {
  planNumberNumericText,
  planNumberOf,
  planNumberProblem,
} from "#contracts/identity/plan-number-rules.ts"
import { isSecurityAnswer } from "#contracts/identity/security-answer-rules.ts"
import { isUsername } from "#contracts/identity/username-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Site } from "../call-request.ts"
import { isGuessable } from "./credentials/password-strength.ts"
import { questionById } from "./credentials/security-questions.ts"

// The server repeats the checks of the forms, for callers that do not use the forms.

/** Errors: `signIn.union` if the site is a group's and no union was chosen. */
export function checkUnion(site: Site, client: string): void {
  if (site.clients.includes(client)) return
  throw new ApiError("signIn.union", { term: site.groupTerm })
}

/** The ten digits of a typed plan number. Errors: `planNumber.numeric`, `planNumber.length`. */
export function checkedPlanNumber(typed: string): string {
  const problem = planNumberProblem(typed)
  if (problem === undefined) return planNumberOf(typed)
  const isNumeric = problem !== planNumberNumericText
  throw new ApiError(isNumeric ? "planNumber.length" : "planNumber.numeric")
}

/** Errors: `email.invalid`. */
export function checkEmail(typed: string): void {
  if (!isEmailAddress(typed)) throw new ApiError("email.invalid")
}

/** Words about the person that strangers can know. A password must not consist of them. */
export interface PasswordOwner {
  clientName: string
  username: string
  firstName: string
  lastName: string
  emailAddress: string
}

/** Errors: `password.weak`, `password.guessable`. */
export async function checkPassword(typed: string, owner: PasswordOwner): Promise<void> {
  if (!isNewPassword(typed)) throw new ApiError("password.weak")
  const { clientName, username, firstName, lastName, emailAddress } = owner
  const own = [clientName, username, firstName, lastName, emailAddress]
  if (await isGuessable(typed, own)) throw new ApiError("password.guessable")
}

/** Errors: `username.invalid`, `securityQuestion.unknown`, `securityAnswer.empty`. */
export function checkCredentials(typed: {
  username: string
  securityQuestion: string
  securityAnswer: string
}): void {
  if (!isUsername(typed.username)) throw new ApiError("username.invalid")
  if (questionById(typed.securityQuestion) === undefined) {
    throw new ApiError("securityQuestion.unknown")
  }
  checkSecurityAnswer(typed.securityAnswer)
}

/** Errors: `securityAnswer.empty`. */
export function checkSecurityAnswer(typed: string): void {
  if (!isSecurityAnswer(typed)) throw new ApiError("securityAnswer.empty")
}
