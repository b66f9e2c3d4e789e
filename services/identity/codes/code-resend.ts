import { maskedEmail } from "#contracts/email-address-rules.ts"
import type { codeResend } from "#contracts/identity/code-resend.ts"
import type { CodePayload } from "#contracts/identity/sign-in.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { resendReply } from "./code-presenter.ts"
import type { Sent } from "./one-time-codes.ts"

type ResendRequest = CallRequest<(typeof codeResend)["POST /appauth/passcode/resend"]>
type SignInResend = Omit<ResendRequest, "body"> & { body: CodePayload }
export type RegistrationResend = Omit<ResendRequest, "body"> & {
  body: Exclude<ResendRequest["body"], CodePayload>
}

/** One call sends another code for a sign-in or a registration. The body determines which one. */
export function createCodeResend(
  { localize }: Deps,
  {
    signIn,
    registration,
  }: {
    signIn: { resendCode(request: SignInResend): Promise<Sent & { address: string }> }
    registration: { resendCode(request: RegistrationResend): Promise<Sent> }
  },
) {
  const handlers: Handlers<typeof codeResend> = {
    async "POST /appauth/passcode/resend"(request) {
      const { body } = request
      if ("username" in body) {
        const sent = await signIn.resendCode({ ...request, body })
        const reply = await resendReply(localize, body.client, sent)
        if (sent.seconds > 0) return reply
        const email = maskedEmail(sent.address)
        return { ...reply, messages: [await localize(body.client, "signIn.codeSent", { email })] }
      }
      const sent = await registration.resendCode({ ...request, body })
      return await resendReply(localize, body.client, sent, { isTyped: true })
    },
  }
  return { handlers }
}
