import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import type { TestBrowser } from "./browser.ts"
import { supportHost } from "./staff.ts"
import { providerSecret, startListener, testGroups } from "./staff-providers.ts"

/** The claims and the signature of a token from a hostile issuer. */
export interface Forged {
  claims: JWTPayload
  header?: { alg?: string; typ?: string; kid?: string }
  /**
   * The signing key: `own` is the published key, `other` another one with the same id, `none` no
   * signature at all.
   */
  signedBy?: "own" | "other" | "none" | "secret"
}

const secret = new TextEncoder().encode(providerSecret)

/** An identity provider that signs any token that a test requests. */
export async function startHostileIssuer() {
  const listener = await startListener()
  const [own, other] = await Promise.all([
    generateKeyPair("RS256", { extractable: true }),
    generateKeyPair("RS256", { extractable: true }),
  ])
  const kid = "the-key"
  const keys = [{ ...(await exportJWK(own.publicKey)), kid, alg: "RS256", use: "sig" }]
  const issuer = listener.address
  let idToken: () => Promise<string> = async () => ""
  let userinfo: object = {}

  async function sign({ claims, header = {}, signedBy = "own" }: Forged): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000)
    const payload = { iat: seconds, exp: seconds + 300, ...claims }
    if (signedBy === "none") {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
      return `${part({ alg: "none", ...header })}.${part(payload)}.`
    }
    const isSecret = signedBy === "secret"
    const key = isSecret ? secret : (signedBy === "own" ? own : other).privateKey
    return await new SignJWT(payload)
      .setProtectedHeader({ alg: isSecret ? "HS256" : "RS256", kid, ...header })
      .sign(key)
  }

  listener.handle((request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer)
    const json = (value: object) => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(value))
    }
    if (pathname === "/.well-known/openid-configuration") {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (pathname === "/keys") return json({ keys })
    if (pathname === "/me") return json(userinfo)
    if (pathname === "/token") {
      idToken().then(
        (token) => json({ access_token: "an-access-token", token_type: "Bearer", id_token: token }),
        () => response.writeHead(500).end(),
      )
      return
    }
    response.writeHead(404).end()
  })

  return {
    issuer,
    sign,
    close: listener.close,
    /** Sets the next answers of the token and userinfo endpoints. */
    answerWith(forged: Forged, person: object) {
      idToken = () => sign(forged)
      userinfo = person
    },
  }
}

export type HostileIssuer = Awaited<ReturnType<typeof startHostileIssuer>>

/** Settings of a provider named ash at this issuer, in the format of STAFF_PROVIDERS_FILE. */
export function settingsOfAsh({ issuer }: Pick<HostileIssuer, "issuer">) {
  return {
    ...{ name: "ash", label: "Ash", issuer },
    ...{ clientId: "my-account", clientSecret: providerSecret, groups: testGroups },
  }
}

/** Signs a person in with the provider ash, in a way that the application must accept. */
export async function signInAtAsh(browser: TestBrowser, ash: HostileIssuer, groups: string[]) {
  const begin = "POST /appauth/staff/providers/begin"
  const { reply } = await browser.call(supportHost, begin, { provider: "ash" })
  const address = new URL(reply.address)
  const param = (name: string) => address.searchParams.get(name) ?? ""
  const person = { sub: "sam", email: "sam@corp.example", groups }
  const claims = { iss: ash.issuer, aud: "my-account", nonce: param("nonce"), ...person }
  ash.answerWith({ claims }, person)
  const query = { code: "a-code", state: param("state"), iss: ash.issuer }
  const body = { provider: "ash", answer: `?${new URLSearchParams(query)}` }
  const finished = await browser.call(supportHost, "POST /appauth/staff/providers/finish", body)
  if (finished.status === 200) browser.tokens.set(supportHost, finished.reply.access_token)
  return finished
}
