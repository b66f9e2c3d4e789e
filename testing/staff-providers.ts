import { mkdtemp, rm, writeFile } from "node:fs/promises"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { exportJWK, generateKeyPair } from "jose"
import type { Configuration, KoaContextWithOIDC } from "oidc-provider"

/** A person in the identity provider's data. */
export interface ProviderPerson {
  given_name: string
  family_name: string
  email: string
  groups: string[]
}

export const providerSecret = "a secret of the client, 40 characters ..."

/** The permissions of groups in tests, in the format of STAFF_PROVIDERS_FILE. */
export const testGroups = {
  "harbor-desk": { clients: ["harbor"], roles: ["look", "serve"] },
  "harbor-money": { clients: ["harbor"], roles: ["money"] },
  "wayfarer-desk": { clients: ["wayfarer"], roles: ["look", "serve"] },
}

/** Writes a file for STAFF_PROVIDERS_FILE. */
export async function writeProvidersFile(settings: object) {
  const folder = await mkdtemp(join(tmpdir(), "my-account-providers-"))
  const path = join(folder, "staff-providers.json")
  await writeFile(path, JSON.stringify(settings))
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A server whose address is known before its handler is set. */
export async function startListener() {
  let handler: RequestListener = (_, response) => response.writeHead(503).end()
  const server = createServer((request, response) => handler(request, response))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}`,
    handle(by: RequestListener) {
      handler = by
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export type Listener = Awaited<ReturnType<typeof startListener>>

/**
 * Imports the provider, which takes time, and creates one. Suppresses its advice for operators
 * meanwhile: a provider of a test needs no durable storage, and the pinned Node may be newer than
 * the versions that the library lists.
 */
async function makeProvider(address: string, configuration: Configuration) {
  const { info, warn } = console
  const unlessAdvice =
    (print: typeof warn) =>
    (...printed: unknown[]) => {
      if (!String(printed[0]).startsWith("oidc-provider ")) print(...printed)
    }
  Object.assign(console, { info: unlessAdvice(info), warn: unlessAdvice(warn) })
  try {
    const { default: Provider } = await import("oidc-provider")
    return new Provider(address, configuration)
  } finally {
    Object.assign(console, { info, warn })
  }
}

/** The page on which a person confirms that they log out. */
function logoutSource(context: KoaContextWithOIDC, form: string): void {
  context.body = `<!doctype html><title>Log out</title>${form}
    <button form="op.logoutForm" name="logout" value="yes">Log out</button>`
}

/**
 * Serves the certified provider `oidc-provider` at this listener. People sign in by their id:
 * `next` signs in without a page; with null, a page asks for the id.
 */
export async function serveProvider(
  listener: Listener,
  { returnAddress, logoutAddress }: { returnAddress: string; logoutAddress: string },
) {
  const people = new Map<string, ProviderPerson>()
  const state: { next: string | null } = { next: null }
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  const provider = await makeProvider(listener.address, {
    clients: [
      {
        client_id: "my-account",
        client_secret: providerSecret,
        redirect_uris: [returnAddress],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        backchannel_logout_uri: logoutAddress,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
    cookies: { keys: ["a key of the provider's cookies"] },
    claims: {
      openid: ["sub"],
      profile: ["given_name", "family_name", "groups"],
      email: ["email"],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { logoutSource },
    },
    // Seconds. Without these settings the provider prints advice.
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3_600,
      Interaction: 3_600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    // The provider's default fetch refuses to reach this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context: KoaContextWithOIDC, accountId: string) => {
      const person = people.get(accountId)
      return person && { accountId, claims: async () => ({ sub: accountId, ...person }) }
    },
  })
  const callback = provider.callback()
  listener.handle((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", listener.address)
    if (!pathname.startsWith("/interaction/")) return callback(request, response)
    const who = searchParams.get("who") ?? state.next
    interact(request, response, who).catch(() => response.writeHead(500).end())
  })

  async function interact(request: IncomingMessage, response: ServerResponse, who: string | null) {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === "login") {
      if (who === null) return askWho(response)
      if (who === "nobody") {
        const denied = { error: "access_denied", error_description: "The person canceled." }
        return await provider.interactionFinished(request, response, denied)
      }
      const login = { accountId: who }
      return await provider.interactionFinished(request, response, { login })
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? "",
      clientId: String(params.client_id),
    })
    grant.addOIDCScope(String(params.scope))
    const consent = { grantId: await grant.save() }
    return await provider.interactionFinished(request, response, { consent })
  }

  function askWho(response: ServerResponse) {
    const links = [...people.keys()].map((id) => `<li><a href="?who=${id}">${id}</a></li>`)
    response.setHeader("content-type", "text/html")
    response.end(
      `<!doctype html><title>Who?</title><h1>Who are you?</h1><ul>${links.join("")}</ul>`,
    )
  }

  return { people, state }
}

export type ServedProvider = Awaited<ReturnType<typeof serveProvider>>

/** A browser at a provider: it stores cookies and follows redirects. */
export function createProviderBrowser() {
  const jar = new Map<string, string>()
  return {
    /** Opens the address, and returns the address at which it leaves the provider. */
    async leaveTo(from: string, home: string): Promise<URL> {
      let address = new URL(from)
      for (let hop = 0; hop < 12; hop += 1) {
        if (address.origin === new URL(home).origin) return address
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
        const reply = await fetch(address, { redirect: "manual", headers: { cookie } })
        for (const line of reply.headers.getSetCookie()) {
          const [pair = ""] = line.split(";")
          jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
        }
        const next = reply.headers.get("location")
        if (next === null) throw new Error(`${reply.status} ${await reply.text()}`)
        address = new URL(next, address)
      }
      throw new Error("The provider did not lead back.")
    },
    /** Logs out at the provider, which then notifies its clients. */
    async logOut(issuer: string): Promise<void> {
      const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
      const page = await fetch(`${issuer}/session/end`, { headers: { cookie: cookie() } })
      const html = await page.text()
      const xsrf = html.match(/name="xsrf" value="([^"]+)"/)?.[1] ?? ""
      const body = new URLSearchParams({ xsrf, logout: "yes" })
      const options = { method: "POST", body, redirect: "manual" } as const
      await fetch(`${issuer}/session/end/confirm`, { ...options, headers: { cookie: cookie() } })
    },
  }
}
