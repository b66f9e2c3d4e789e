import type { codeResend } from "#contracts/identity/code-resend.ts"
import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { resendReply } from "./code-presenter.ts"

type ResendRequest = CallRequest<(typeof codeResend)["POST /appauth/passcode/resend"]>
type SignInResend = Omit<ResendRequest, "body"> & { body: LoginPayload }
export type RegistrationResend = Omit<ResendRequest, "body"> & {
  body: Exclude<ResendRequest["body"], LoginPayload>
}

/** One call sends another code for a sign-in or for a registration. The body shows which one. */
export function createCodeResend(
  { localize }: Deps,
  {
    signIn,
    registration,
  }: {
    signIn: { resendCode(request: SignInResend): Promise<number> }
    registration: { resendCode(request: RegistrationResend): Promise<number> }
  },
) {
  const handlers: Handlers<typeof codeResend> = {
    async "POST /appauth/passcode/resend"(request) {
      const { body } = request
      const seconds =
        "username" in body
          ? await signIn.resendCode({ ...request, body })
          : await registration.resendCode({ ...request, body })
      return await resendReply(localize, body.client, seconds)
    },
  }
  return { handlers }
}
