import * as oauth from "oauth4webapi"
import { type Dispatcher, fetch } from "undici"
import type { Clock } from "#platform/clock.ts"
import { errorName } from "#platform/error-name.ts"
import { Unanswered } from "./failures.ts"

/** How My Account proves to the account system who it is. */
export type Credentials = { token: string } | ClientCredentials

/** OAuth 2 client credentials. Source: RFC 6749, section 4.4. */
interface ClientCredentials {
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope?: string
}

export interface Tokens {
  /** A token to send now. Errors: `Unanswered` if none can be had. */
  current(): Promise<string>
  /** Says that this token was refused. Returns whether another one can be had. */
  refused(token: string): boolean
}

/** A token is renewed before it ends, so that none ends on its way. */
const renewSecondsBefore = 30
const usualSeconds = 300
const longestWaitMs = 5_000

export function createTokens(
  credentials: Credentials,
  dispatcher: Dispatcher,
  clock: Clock,
): Tokens {
  if ("token" in credentials) {
    return { current: async () => credentials.token, refused: () => false }
  }
  let known: { token: string; until: number } | undefined
  let asking: Promise<string> | undefined

  async function renew(): Promise<string> {
    try {
      const { token, seconds } = await askForToken(credentials as ClientCredentials, dispatcher)
      const renewBefore = Math.min(renewSecondsBefore, seconds / 2)
      known = { token, until: clock.now().getTime() + (seconds - renewBefore) * 1_000 }
      return token
    } finally {
      asking = undefined
    }
  }

  return {
    async current() {
      if (known && known.until > clock.now().getTime()) return known.token
      // Calls that need a token at the same time wait for one request.
      asking ??= renew()
      return await asking
    },
    refused(token) {
      if (known?.token === token) known = undefined
      return true
    },
  }
}

async function askForToken(
  { tokenUrl, clientId, clientSecret, scope }: ClientCredentials,
  dispatcher: Dispatcher,
): Promise<{ token: string; seconds: number }> {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: clientId }
  const options = {
    signal: AbortSignal.timeout(longestWaitMs),
    // Settings decide whether plain HTTP is allowed.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: object) => fetch(url, { ...init, dispatcher }),
  }
  const asked = oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(clientSecret),
    scope === undefined ? {} : { scope },
    options as unknown as oauth.ClientCredentialsGrantRequestOptions,
  )
  const reply = await asked
    .then((answer) => oauth.processClientCredentialsResponse(server, client, answer))
    .catch(sayUnanswered)
  return { token: reply.access_token, seconds: reply.expires_in ?? usualSeconds }
}

/** Without its cause, which may hold what was sent. */
function sayUnanswered(error: unknown): never {
  throw new Unanswered("No access token was given.", { reason: errorName(error) })
}
