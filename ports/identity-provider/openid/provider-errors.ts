import * as client from "openid-client"
import { ProviderAway, ProviderRefused, SignInDenied } from "../port.ts"

/** Answers of the provider that stop a sign-in without a fault. */
const denials = ["access_denied", "login_required", "consent_required", "interaction_required"]
/** Codes of the client that tell of an unusable answer, not of a token. */
const faults = [
  "OAUTH_TIMEOUT",
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_INVALID_SERVER_METADATA",
  "OAUTH_MISSING_SERVER_METADATA",
]

/** Does the work, and throws errors of the port only. */
export async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw translation(error)
  }
}

function translation(error: unknown): unknown {
  if (error instanceof client.AuthorizationResponseError) {
    return denials.includes(error.error)
      ? new SignInDenied("denied", { cause: error })
      : new ProviderRefused("error answer", { cause: error })
  }
  if (error instanceof client.ResponseBodyError) {
    // Any other error tells of our client or of the provider, not of the person.
    return error.error === "invalid_grant"
      ? new ProviderRefused("invalid grant", { cause: error })
      : new ProviderAway("token endpoint", { cause: error })
  }
  if (error instanceof client.WWWAuthenticateChallengeError) {
    return new ProviderRefused("userinfo endpoint", { cause: error })
  }
  if (error instanceof client.ClientError) {
    const code = error.code ?? "refused"
    return faults.includes(code)
      ? new ProviderAway(code, { cause: error })
      : new ProviderRefused(code, { cause: error })
  }
  const isUnreached = error instanceof TypeError || error instanceof DOMException
  return isUnreached ? new ProviderAway("not reached", { cause: error }) : error
}
