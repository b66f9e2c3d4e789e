import type { Endpoints } from "#contracts/endpoints.ts"
import type { TestApp } from "./app.ts"
import { auditLog } from "./audit-trail.ts"
import type { TestBrowser } from "./browser.ts"
import type { Answer } from "./send-http.ts"
import { supportHost } from "./staff.ts"
import { giveClients, giveRoles } from "./staff-roles.store.ts"

/** Signs in two staff members with all roles at the support site, for calls about customers and the audit log. */
export async function signInTwoStaff(app: TestApp) {
  for (const userid of ["agent.kim", "agent.moreau"]) await giveRoles(app.database, userid)
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

  const now = {
    kim: await signIn("agent.kim"),
    moreau: await signIn("agent.moreau"),
    novak: undefined as TestBrowser | undefined,
  }
  async function third(): Promise<TestBrowser> {
    await giveRoles(app.database, "agent.novak")
    await giveClients(app.database, "agent.novak", ["harbor", "wayfarer"])
    now.novak ??= await signIn("agent.novak")
    return now.novak
  }
  const trail = () => auditLog(app.database, "harbor")

  return {
    /** A staff member who serves every client. */
    get kim(): TestBrowser {
      return now.kim
    },
    /** A staff member who serves only Harbor. */
    get moreau(): TestBrowser {
      return now.moreau
    },
    /**
     * Signs in novak, who then serves Harbor, too, as a third person who was not involved in the
     * others' actions.
     */
    third,
    /** Moves the clock, and signs both in again. */
    async later(by: Temporal.DurationLike): Promise<void> {
      app.clock.advance(by)
      now.kim = await signIn("agent.kim")
      now.moreau = await signIn("agent.moreau")
      now.novak = undefined
    },
    /** Changes an email address as the third staff member, or as this one. */
    changeEmail: async (
      userid: string,
      newEmail: string,
      by: "novak" | "kim" | "moreau" = "novak",
      csUserid = `agent.${by}`,
    ) =>
      await call(by === "novak" ? await third() : now[by], "PUT /myaccount-core/agent/email", {
        userid,
        csUserid,
        newEmail,
        csLoginIp: "203.0.113.9",
      }),
    reset: (username: string, browser = now.kim) =>
      call(browser, "POST /myaccount-core/agent/resetPassword", { username, isCustomerUser: true }),
    remove: (username: string, browser = now.kim) =>
      call(browser, "DELETE /myaccount-core/agent/users/{username}", undefined, { username }),
    /** The pending dual approvals that this staff member sees. */
    waiting: async (browser: TestBrowser) =>
      (await call(browser, "GET /myaccount-core/agent/approvals")).reply.items,
    /** Decides a request as it is shown to this staff member. */
    async decide(
      browser: TestBrowser,
      id: string,
      decision: "approve" | "refuse" = "approve",
      read?: string,
    ) {
      const { items } = (await call(browser, "GET /myaccount-core/agent/approvals")).reply
      const emailVersion = read ?? items.find((one) => one.id === id)?.emailVersion
      const body = { decision, emailVersion }
      return await call(browser, "POST /myaccount-core/agent/approvals/{id}", body, { id })
    },
    /** The audit log of Harbor's people, oldest entry first. */
    trail,
    /** How often this action was recorded for this person. */
    async count(action: string, userid: string): Promise<number> {
      return (await trail()).filter((one) => one.action === action && one.subjectUserid === userid)
        .length
    },
  }
}

export type TwoStaffMembers = Awaited<ReturnType<typeof signInTwoStaff>>

/** The message ids in an answer, whether an error or not. */
export function said({
  messageIds,
  reply,
}: Pick<Answer<unknown>, "messageIds" | "reply">): string[] {
  const { messages = [] } = (reply ?? {}) as { messages?: { messageId: string }[] }
  return [...messageIds, ...messages.map(({ messageId }) => messageId)]
}
