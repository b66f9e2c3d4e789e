import { createHmac } from "node:crypto"
import type { SecurityQuestion, security } from "#contracts/identity/security.ts"
import { plainUsername } from "#contracts/identity/userid.ts"
import type { Handlers } from "#services/call-request.ts"

/**
 * People have answered these questions by id. An id keeps its question, and new questions get new
 * ids.
 */
export const securityQuestions: readonly SecurityQuestion[] = [
  { questionId: "1", question: "What was the name of your first school?" },
  { questionId: "2", question: "In which city or town were you born?" },
  { questionId: "3", question: "What was the name of your first pet?" },
  { questionId: "4", question: "What was your first job?" },
  { questionId: "5", question: "What is your oldest cousin's first name?" },
  { questionId: "6", question: "In which city or town did your parents meet?" },
]

export const securityQuestionHandlers: Pick<
  Handlers<typeof security>,
  "GET /appauth/securityQuestions"
> = {
  async "GET /appauth/securityQuestions"() {
    return { items: [...securityQuestions] }
  },
}

export function questionById(questionId: string | null): string | undefined {
  return securityQuestions.find((known) => known.questionId === questionId)?.question
}

/**
 * A question for an unknown username. It is the same in every call, so that repeated calls reveal
 * nothing. `key` is secret, so that nobody else can compute the question.
 */
export function decoyQuestion(key: Buffer, client: string, username: string): string {
  const digest = createHmac("sha256", key)
    .update(`${client} ${plainUsername(username)}`)
    .digest()
  const chosen = securityQuestions[digest.readUInt32BE() % securityQuestions.length]
  return chosen?.question ?? ""
}
