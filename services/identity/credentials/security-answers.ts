import { comparedText } from "#contracts/identity/compared-text-rules.ts"
import { answerOf, type PasswordHolder, type Passwords } from "./password.ts"

/** The hash of an answer in its normalized form. */
export async function hashAnswer(
  passwords: Pick<Passwords, "hash">,
  answer: string,
  holder: PasswordHolder,
): Promise<string> {
  return await passwords.hash(comparedText(answer) || earlierForm(answer), answerOf(holder))
}

/**
 * Whether this is the user's answer, and whether its hash is current. A hash with an earlier key,
 * or of the form in which version 1.0.0 hashed answers, must be replaced. Every answer is checked
 * in that earlier form first. An answer without letters and digits matches only in the earlier
 * form. Takes the same time without a user.
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

/** The form of version 1.0.0, which ignored only capitals and repeated spaces. */
function earlierForm(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, " ")
}
