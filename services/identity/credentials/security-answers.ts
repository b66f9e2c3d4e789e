import { comparedText } from "#contracts/identity/compared-text-rules.ts"
import { answerOf, type PasswordHolder, type Passwords } from "./password.ts"

/** The hash of an answer in the form in which answers are compared. */
export async function hashAnswer(
  passwords: Pick<Passwords, "hash">,
  answer: string,
  holder: PasswordHolder,
): Promise<string> {
  return await passwords.hash(comparedText(answer) || earlierForm(answer), answerOf(holder))
}

/**
 * Whether this is the answer of the user, and whether its hash stays. A hash of an earlier key, or of the form in
 * which version 1.0.0 hashed answers, is replaced. That form is checked first, for every answer. An answer without
 * letters and digits is right in that form alone. Without a user, it takes as long.
 */
export async function checkAnswer(
  passwords: Pick<Passwords, "isRight" | "isCurrent">,
  answer: string,
  user: (PasswordHolder & { securityAnswerHash: string | null }) | undefined,
): Promise<{ isRight: boolean; stays: boolean }> {
  const hash = user?.securityAnswerHash
  const found = user && hash ? { stored: hash, owner: answerOf(user) } : undefined
  const compared = comparedText(answer)
  const isAsTyped = await passwords.isRight(earlierForm(answer), found)
  const hasSameLetters = (await passwords.isRight(compared, found)) && compared !== ""
  return {
    isRight: isAsTyped || hasSameLetters,
    stays:
      found !== undefined && passwords.isCurrent(found.stored) && (hasSameLetters || !compared),
  }
}

/** Version 1.0.0 ignored capitals and repeated spaces alone. */
function earlierForm(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, " ")
}
