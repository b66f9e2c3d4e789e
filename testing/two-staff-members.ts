import type { Endpoints } from "#contracts/endpoints.ts"
import type { TestApp } from "./app.ts"
import { auditLog } from "./audit-trail.ts"
import type { TestBrowser } from "./browser.ts"
import type { Answer } from "./send-http.ts"
import { supportHost } from "./staff.ts"

/** Two staff at the support site, what they do for customers, and what is on record of it. */
export async function signInTwoStaff(app: TestApp) {
  const signIn = async (username: string) => {
    const browser = app.browser()
    await browser.signIn(supportHost, username)
    return browser
  }
  const call = <Key extends keyof Endpoints>(
    browser: TestBrowser,
    key: Key,
    body?: object,
    params?: Record<string, string>,
  ) => browser.call(supportHost, key, body, params && { params })

  const now = { kim: await signIn("agent.kim"), moreau: await signIn("agent.moreau") }
  const trail = () => auditLog(app.database, "harbor")

  return {
    /** For every client. */
    get kim(): TestBrowser {
      return now.kim
    },
    /** For Harbor alone. */
    get moreau(): TestBrowser {
      return now.moreau
    },
    /** Some time later, with both logged in anew. */
    async later(by: Temporal.DurationLike): Promise<void> {
      app.clock.advance(by)
      now.kim = await signIn("agent.kim")
      now.moreau = await signIn("agent.moreau")
    },
    changeEmail: (userid: string, newEmail: string, csUserid = "agent.kim") =>
      call(now.kim, "PUT /myaccount-core/agent/email", {
        userid,
        csUserid,
        newEmail,
        csLoginIp: "203.0.113.9",
      }),
    reset: (username: string, browser = now.kim) =>
      call(browser, "POST /myaccount-core/agent/resetPassword", { username, isCustomerUser: true }),
    remove: (username: string, browser = now.kim) =>
      call(browser, "DELETE /myaccount-core/agent/users/{username}", undefined, { username }),
    /** What waits for a second staff member, as this one sees it. */
    waiting: async (browser: TestBrowser) =>
      (await call(browser, "GET /myaccount-core/agent/approvals")).reply.items,
    decide: (browser: TestBrowser, id: string, decision: "approve" | "refuse" = "approve") =>
      call(browser, "POST /myaccount-core/agent/approvals/{id}", { decision }, { id }),
    /** What is on record of Harbor's people, oldest first. */
    trail,
    /** How often this was done to somebody. */
    async count(action: string, userid: string): Promise<number> {
      return (await trail()).filter((one) => one.action === action && one.subjectUserid === userid)
        .length
    },
  }
}

export type TwoStaffMembers = Awaited<ReturnType<typeof signInTwoStaff>>

/** The ids of what a call says, whether it was refused or not. */
export function said({
  messageIds,
  reply,
}: Pick<Answer<unknown>, "messageIds" | "reply">): string[] {
  const { messages = [] } = (reply ?? {}) as { messages?: { messageId: string }[] }
  return [...messageIds, ...messages.map(({ messageId }) => messageId)]
}
