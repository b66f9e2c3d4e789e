import { createRemoteJWKSet, errors, jwtVerify } from "jose"
import type { Configuration } from "openid-client"
import * as client from "openid-client"
import { isStorable } from "#contracts/storable-text.ts"
import {
  type IdentityProvider,
  type KeptSignIn,
  type LogoutNotice,
  type ProvenPerson,
  ProviderAway,
  ProviderRefused,
  SignInDenied,
} from "../port.ts"

/**
 * Error codes with which the provider ends a sign-in normally, such as when the person declines.
 */
const denials = ["access_denied", "login_required", "consent_required", "interaction_required"]
/** Client error codes that mean an unusable answer rather than a bad token. */
const faults = [
  "OAUTH_TIMEOUT",
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_INVALID_SERVER_METADATA",
  "OAUTH_MISSING_SERVER_METADATA",
]

/** Does the work, and throws only errors of the port. */
async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
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
    // Any other error concerns our client or the provider, not the person.
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

/** A code that no provider ever issued. */
const probeCode = "deployment-check"

/**
 * Reads the provider's metadata and sends a code that the provider never issued. The provider
 * refuses the code if it accepts our client and secret, and refuses the client otherwise. Returns
 * why the provider cannot be used, without quoting it; undefined if it can be used.
 */
async function probe(configured: () => Promise<client.Configuration>): Promise<string | undefined> {
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

/** The codes of an error and of its causes. */
function codesOf(error: unknown): string {
  const { code = "", cause } = error as { code?: string; cause?: unknown }
  return cause instanceof Error ? `${code} ${codesOf(cause)}` : code
}

const refused = "it refuses our client. Correct clientId and clientSecret."

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
]
const mostMinutesOld = 10

/** Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
function createLogoutReader(configured: () => Promise<Configuration>) {
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

/** Address and client registration at an OpenID Connect provider. */
export interface OpenidSettings {
  /** Exactly as in the provider's metadata and tokens. */
  issuer: string
  clientId: string
  clientSecret: string
  scopes: readonly string[]
  /** The claim of the ID token, or of the userinfo endpoint, that lists the groups of a person. */
  groupsClaim: string
  /** Some providers give a refresh token only with `consent`. */
  prompt?: string | undefined
}

const timeoutSeconds = 10

type Claims = Record<string, unknown>

/**
 * An OpenID Connect provider with the code flow, PKCE, and verified ID token signatures. Reads the
 * provider's metadata at the first use. Compares token times with this machine's clock.
 */
export function createOpenidProvider(settings: OpenidSettings): IdentityProvider {
  let known: Promise<client.Configuration> | undefined

  async function discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = settings
    const isPlain = issuer.startsWith("http:")
    const found = await client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret },
      clientAuthentication(clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [
          client.enableNonRepudiationChecks,
          ...(isPlain ? [client.allowInsecureRequests] : []),
        ],
      },
    )
    // A multi-tenant address, such as Entra's "common", does not name its own issuer.
    if (found.serverMetadata().issuer !== issuer) throw new ProviderAway("other issuer")
    return found
  }

  /** A failed attempt is not cached. */
  async function configured(): Promise<client.Configuration> {
    known ??= discover()
    try {
      return await known
    } catch (error) {
      known = undefined
      throw error
    }
  }

  /** Claims of the ID token, and claims of the userinfo endpoint that the token lacks. */
  async function claimsOf(
    config: client.Configuration,
    tokens: { access_token: string },
    idToken: Claims,
    subject: string,
  ): Promise<Claims> {
    const isWhole = settings.groupsClaim in idToken && "email" in idToken
    if (isWhole || !config.serverMetadata().userinfo_endpoint) return idToken
    const more = await client.fetchUserInfo(config, tokens.access_token, subject)
    return { ...more, ...idToken }
  }

  function personOf(
    subject: string,
    claims: Claims,
    refreshToken: string | undefined,
  ): ProvenPerson {
    // The subject becomes part of a userid.
    if (!/^[\x21-\x7e]{1,255}$/.test(subject)) throw new ProviderRefused("unusable subject")
    const text = (name: string) => cleanText(claims[name])
    const groups = claims[settings.groupsClaim]
    const name = text("name") || text("preferred_username") || text("email") || subject
    return {
      subject,
      sid: typeof claims.sid === "string" && claims.sid !== "" ? claims.sid : null,
      firstName: text("given_name") || (text("family_name") ? "" : name),
      lastName: text("family_name"),
      email: text("email"),
      groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : [],
      refreshToken: refreshToken ?? null,
    }
  }

  const readLogout = createLogoutReader(configured)

  return {
    begin: (returnAddress) =>
      translated(async () => {
        const config = await configured()
        const kept: KeptSignIn = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          returnAddress,
        }
        const address = client.buildAuthorizationUrl(config, {
          redirect_uri: returnAddress,
          scope: settings.scopes.join(" "),
          state: kept.state,
          nonce: kept.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
          code_challenge_method: "S256",
          ...(settings.prompt !== undefined && { prompt: settings.prompt }),
        })
        return { address: address.href, kept }
      }),

    finish: (kept, answer) =>
      translated(async () => {
        const config = await configured()
        const returned = new URL(kept.returnAddress)
        returned.search = answer
        const tokens = await client.authorizationCodeGrant(config, returned, {
          expectedState: kept.state,
          expectedNonce: kept.nonce,
          pkceCodeVerifier: kept.verifier,
          idTokenExpected: true,
        })
        const idToken = tokens.claims()
        if (!idToken) throw new ProviderRefused("no ID token")
        if (!isStorable(idToken.sub)) throw new ProviderRefused("unreadable subject")
        const claims = await claimsOf(config, tokens, idToken, idToken.sub)
        return personOf(idToken.sub, claims, tokens.refresh_token)
      }),

    recheck: (refreshToken, subject) =>
      translated(async () => {
        const config = await configured()
        const tokens = await client.refreshTokenGrant(config, refreshToken)
        const idToken = tokens.claims()
        if (idToken && idToken.sub !== subject) throw new ProviderRefused("other subject")
        const claims = await claimsOf(config, tokens, idToken ?? {}, subject)
        return personOf(subject, claims, tokens.refresh_token)
      }),

    readLogout: (token) => translated(() => readLogout(token, settings.clientId)),

    probe: () => probe(configured),
  }
}

/**
 * Sends the secret in the way that the provider's metadata name, and with Basic if they name none.
 */
function clientAuthentication(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret)
  const post = client.ClientSecretPost(secret)
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
    const way = ways.includes("client_secret_basic") ? basic : post
    way(server, ...rest)
  }
}

/** A text from the provider on one line. */
function cleanText(value: unknown): string {
  if (typeof value !== "string") return ""
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 200)
}
