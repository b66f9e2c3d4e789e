import { emailInvalidText } from "../email-address-rules.ts"
import { planNumberLengthText, planNumberNumericText } from "../identity/plan-number-rules.ts"
import { answerEmptyText } from "../identity/security-answer-rules.ts"
import { usernameText } from "../identity/username-rules.ts"
import type { CatalogueEntry } from "./entry.ts"

/** Errors of form fields. */
export const formMessages = {
  "planNumber.numeric": { status: 422, type: "ERROR", content: planNumberNumericText },
  "planNumber.length": { status: 422, type: "ERROR", content: planNumberLengthText },
  "email.invalid": { status: 422, type: "ERROR", content: emailInvalidText },
  "username.invalid": { status: 422, type: "ERROR", content: usernameText },
  "securityAnswer.empty": { status: 422, type: "ERROR", content: answerEmptyText },
  "password.weak": {
    status: 422,
    type: "ERROR",
    content:
      "Please choose a password with at least 8 characters, a lowercase letter, an uppercase letter and a number.",
  },
  "password.guessable": {
    status: 422,
    type: "ERROR",
    content:
      "This password is easy to guess. Please choose a longer one, such as three or four unrelated words, without names or dates.",
  },
  "securityQuestion.unknown": {
    status: 422,
    type: "ERROR",
    content: "Please choose one of the security questions.",
  },
} as const satisfies Record<string, CatalogueEntry>
