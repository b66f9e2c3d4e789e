import type { BrowserContext, Page } from "@playwright/test"
import { sendHttp } from "#testing/send-http.ts"
import type { AppProcess } from "./app-process.ts"

/** Actions of a stranger, a person and a test for a session transfer to a union's site. */
export function waysOf(app: AppProcess, port: number) {
  async function post(host: string, path: string, cookie: string, token: string, body: object) {
    return await sendHttp<{ siteURL: string }>(port, host, {
      method: "POST",
      path,
      headers: {
        cookie,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    })
  }

  return {
    /** A link that this member of the Electricians creates in a separate browser. */
    async linkOf(username: string): Promise<string> {
      const host = "trades.localhost"
      const { user, cookies } = await app.ask("openSession", { host, username })
      const hostName = "electricians.localhost"
      const path = "/appauth/handoff"
      const { reply } = await post(host, path, header(cookies), user.access_token, { hostName })
      return reply.siteURL
    },

    /** This browser's current cookies, in the form of a request header. */
    async cookiesOf(context: BrowserContext): Promise<string> {
      return header(await context.cookies())
    },

    /** The status of a call at this site with this cookie and token. */
    async statusWith(siteName: string, cookie: string, token: string): Promise<number> {
      const host = `${siteName}.localhost`
      return (await post(host, "/appauth/session/extend", cookie, token, {})).status
    },
  }
}

/** Collects this page's later calls about sign-ins and accounts. */
export function accountCallsOf(page: Page): string[] {
  const calls: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(appauth|myaccount-core)\//.test(pathname)) calls.push(pathname)
  })
  return calls
}

function header(cookies: { name: string; value: string }[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
}
