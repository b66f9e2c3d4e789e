import { ApiError } from "#contracts/messages.ts"
import type { SignInMetrics } from "#platform/http/sign-in-metrics.ts"

export type SignInResult = "right" | "wrong" | "refused" | "failed"

/** The site and the step of signing in of a counted result. */
export interface LimitedStep {
  site: "customer" | "staff"
  /** `provider`: an identity provider of the company identifies the person. */
  step: "password" | "code" | "provider"
}

/**
 * Counts how a step of signing in ended. `wrong`: a password or code did not match. `refused`: it
 * was not compared, for example after too many tries. `failed`: the database or another system was
 * unavailable.
 */
export async function limitSignInStep<Reply>(
  { signIns }: Pick<SignInMetrics, "signIns">,
  counted: LimitedStep,
  work: () => Promise<Reply>,
  resultOf: (reply: Reply) => SignInResult = () => "right",
): Promise<Reply> {
  try {
    const reply = await work()
    signIns.inc({ ...counted, result: resultOf(reply) })
    return reply
  } catch (error) {
    signIns.inc({ ...counted, result: resultOfError(error) })
    throw error
  }
}

function resultOfError(error: unknown): SignInResult {
  if (!(error instanceof ApiError)) return "failed"
  const { messageId } = error
  if (messageId === "signIn.credentials" || messageId === "secondFactor.wrong") return "wrong"
  const isAway = messageId === "accountSystem.away" || messageId === "provider.away"
  return isAway || messageId.startsWith("server.") ? "failed" : "refused"
}
