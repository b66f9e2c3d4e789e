import { createRemoteJWKSet, errors, jwtVerify } from "jose"
import type { Configuration } from "openid-client"
import { isStorable } from "#contracts/storable-text.ts"
import { type LogoutNotice, ProviderAway, ProviderRefused } from "../port.ts"

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
]
const mostMinutesOld = 10

/** Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export function createLogoutReader(configured: () => Promise<Configuration>) {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  return async (token: string, clientId: string): Promise<LogoutNotice> => {
    const { issuer, jwks_uri } = (await configured()).serverMetadata()
    if (!jwks_uri) throw new ProviderAway("no keys")
    keys ??= createRemoteJWKSet(new URL(jwks_uri))
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms,
      requiredClaims: ["iat", "jti", "events"],
      maxTokenAge: `${mostMinutesOld} minutes`,
      clockTolerance: 30,
    }).catch((error: unknown) => {
      throw failureOf(error)
    })
    const { typ = "logout+jwt" } = protectedHeader
    if (!/^(application\/)?(logout\+)?jwt$/i.test(typ)) throw new ProviderRefused("other type")
    if ("nonce" in payload || !isLogout(payload.events)) throw new ProviderRefused("no logout")
    const { jti: id = "", sub } = payload
    const sid = typeof payload.sid === "string" && payload.sid !== "" ? payload.sid : null
    if (typeof id !== "string" || id === "") throw new ProviderRefused("no id")
    if (!isStorable(`${sid ?? ""}${sub ?? ""}`)) throw new ProviderRefused("unreadable text")
    if (sid !== null) return { id, sid, subject: sub ?? null }
    if (!sub) throw new ProviderRefused("names no person")
    return { id, sid, subject: sub }
  }
}

function isLogout(events: unknown): boolean {
  if (typeof events !== "object" || events === null) return false
  const member = (events as Record<string, unknown>)[logoutEvent]
  return typeof member === "object" && member !== null
}

function failureOf(error: unknown): Error {
  if (!(error instanceof errors.JOSEError)) return new ProviderAway("keys", { cause: error })
  const isAway = error instanceof errors.JWKSTimeout || error.code === "ERR_JOSE_GENERIC"
  return isAway
    ? new ProviderAway("keys", { cause: error })
    : new ProviderRefused(error.code, { cause: error })
}
