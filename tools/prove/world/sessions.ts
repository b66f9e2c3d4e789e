import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { startSession } from "#services/identity/sessions/start-session.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { type Answer, sendHttp } from "#testing/send-http.ts"
import { client } from "./names.ts"

export interface Session {
  cookie: string
  token: string
}

/** Opens a session like a sign-in, with its own keys if `secrets` has them. */
export async function openSession(
  database: Database,
  host: string,
  owner: Parameters<typeof startSession>[3],
  secrets = testSecrets,
): Promise<Session> {
  let cookie = ""
  const cookies = {
    get: () => undefined,
    set: (_: string, value: string) => {
      cookie = value
    },
    clear() {},
  }
  const isCustomerSite = owner.userid !== null
  const site = { host, origin: `http://${host}`, client: owner.client, clientName: "" }
  const request = {
    site: { ...site, isCustomerSite, clients: [client], groupTerm: "union", hosts: [host] },
    cookies,
  }
  const needs = { clock: systemClock, secrets }
  const token = await database.transaction((tx) => startSession(tx, needs, request, owner))
  return { cookie, token }
}

interface Call {
  method: "GET" | "POST"
  path: string
  body?: object
  /** The idempotency key. */
  key?: string
}

/** Makes a call with a session, like the pages of this host. */
export async function sendAs<Reply>(
  { cookie, token }: Session,
  port: number,
  host: string,
  { method, path, body, key }: Call,
): Promise<Answer<Reply>> {
  return await sendHttp<Reply>(port, host, {
    method,
    path,
    body: body && JSON.stringify(body),
    headers: {
      cookie: `session=${cookie}`,
      authorization: `Bearer ${token}`,
      "content-type": body && "application/json",
      origin: method === "POST" ? `http://${host}:${port}` : undefined,
      "idempotency-key": key,
    },
  })
}

/** A call that writes and needs an active session. */
export const extension: Call = { method: "POST", path: "/appauth/session/extend", body: {} }
