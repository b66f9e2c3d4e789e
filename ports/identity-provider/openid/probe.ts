import * as client from "openid-client"

/** No provider ever gave this code. */
const probeCode = "deployment-check"

/**
 * Reads the metadata of a provider, and offers it a code that it never gave: it then refuses the code, if it
 * takes our client and its secret, or else the client. Returns why it cannot be used, without its own
 * words; undefined if it can.
 */
export async function probe(
  configured: () => Promise<client.Configuration>,
): Promise<string | undefined> {
  try {
    await client.genericGrantRequest(await configured(), "authorization_code", {
      code: probeCode,
      redirect_uri: "https://deployment-check.invalid/",
      code_verifier: client.randomPKCECodeVerifier(),
    })
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof client.ResponseBodyError) {
    const { error: code } = error
    return code === "invalid_client" || code === "unauthorized_client" ? refused : undefined
  }
  if (error instanceof client.WWWAuthenticateChallengeError) return refused
  const { code = "", message = "" } = error as { code?: string; message?: string }
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED" || message === "other issuer") {
    return "its metadata name another issuer. Write the issuer exactly as they do."
  }
  if (error instanceof client.ClientError && code !== "OAUTH_TIMEOUT") {
    return "its address has no metadata of OpenID Connect. Correct the issuer."
  }
  if (/CERT|UNABLE_TO_(VERIFY|GET)|SELF_SIGNED/.test(codesOf(error))) {
    return "its certificate is not trusted. Name the file of its authority in NODE_EXTRA_CA_CERTS."
  }
  return "it cannot be reached from here. Correct the issuer, or open the way to it."
}

/** The codes of an error and of those that led to it. */
function codesOf(error: unknown): string {
  const { code = "", cause } = error as { code?: string; cause?: unknown }
  return cause instanceof Error ? `${code} ${codesOf(cause)}` : code
}

const refused = "it refuses our client. Correct clientId and clientSecret."
