import * as oauth from "oauth4webapi"
import { type Dispatcher, fetch } from "undici"
import type { Clock } from "#platform/clock.ts"
import { errorName } from "#platform/error-name.ts"
import { Unanswered } from "./failures.ts"

/** How My Account authenticates to the account system. */
export type Credentials = { token: string } | ClientCredentials

/** OAuth 2 client credentials. Source: RFC 6749, section 4.4. */
interface ClientCredentials {
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope?: string
}

export interface Tokens {
  /** A token to send now. Errors: `Unanswered` if none can be obtained. */
  current(): Promise<string>
  /** Marks this token as refused. Returns whether another one can be obtained. */
  refused(token: string): boolean
}

/** Seconds before its expiry at which a token is renewed, so that it does not expire in transit. */
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
      // Parallel calls that need a token share one request.
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

/** Leaves out the cause, which may contain the sent data. */
function sayUnanswered(error: unknown): never {
  throw new Unanswered("No access token was given.", { reason: errorName(error) })
}
