import * as client from "openid-client"
import { isStorable } from "#contracts/storable-text.ts"
import type { IdentityProvider, KeptSignIn, ProvenPerson } from "../port.ts"
import { ProviderAway, ProviderRefused } from "../port.ts"
import { createLogoutReader } from "./logout-token.ts"
import { probe } from "./probe.ts"
import { translated } from "./provider-errors.ts"

/** How we reach an OpenID Connect provider, and what it knows us as. */
export interface OpenidSettings {
  /** Exactly as the provider's metadata and tokens say it. */
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
 * An OpenID Connect provider, with the code flow, PKCE, and ID tokens whose signature is verified.
 * Its metadata are read at the first use. Tokens are judged by the time of this machine.
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
    // An address for many companies, such as Entra's "common", names no issuer of its own.
    if (found.serverMetadata().issuer !== issuer) throw new ProviderAway("other issuer")
    return found
  }

  /** A failed attempt is not kept. */
  async function configured(): Promise<client.Configuration> {
    known ??= discover()
    try {
      return await known
    } catch (error) {
      known = undefined
      throw error
    }
  }

  /** Claims of the ID token, and those of the userinfo endpoint that it lacks. */
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
    // It becomes part of a userid.
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

/** Sends the secret in the way that the provider's metadata name; with Basic if they name none. */
function clientAuthentication(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret)
  const post = client.ClientSecretPost(secret)
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
    const way = ways.includes("client_secret_basic") ? basic : post
    way(server, ...rest)
  }
}

/** A text of the provider as one line. */
function cleanText(value: unknown): string {
  if (typeof value !== "string") return ""
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 200)
}
