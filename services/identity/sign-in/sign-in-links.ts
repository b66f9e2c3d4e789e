import { signInLinkMinutes } from "#contracts/identity/link-life.ts"
import type { signInLink } from "#contracts/identity/sign-in-link.ts"
import { ApiError } from "#contracts/messages.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Greeted } from "#platform/email/layout.ts"
import { later } from "#platform/time.ts"
import { clientsOf, type Handlers, type Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { type LinkTask, signInLinkEmail } from "./sign-in-link-email.ts"
import { insertSignInLink, useSignInLink } from "./sign-in-links.store.ts"

/** How often one person can get a link. */
const linkLimit = { calls: 1, minutes: 10 }
/** How long the browser that opened a link can try to log in. */
const browserMinutes = 60

/** The person who requests a link. `found` is undefined if nobody has this userid. */
export interface LinkFor {
  client: string
  userid: string
  /** "log in" by default. */
  task?: LinkTask
  found:
    | (Greeted & {
        emailAddress: string
        /** The userid for the audit log. */
        subjectUserid: string | null
        accountNumber: string | null
      })
    | undefined
}

export type SendSignInLink = (call: { site: Site; ip: string }, person: LinkFor) => Promise<void>

/**
 * Emailed links for people whose password strangers have guessed too often. The browser that opens
 * a link can try to log in; it still needs the password or the answer.
 */
export function createSignInLinks(deps: Deps) {
  const { database, clock, secrets, rateLimits, localize } = deps

  const handlers: Handlers<typeof signInLink> = {
    async "POST /appauth/signInLink"({ site, cookies, body }) {
      const secret = secrets.random()
      const now = clock.now()
      const isUsed = await useSignInLink(database, {
        tokenHash: secrets.hash("sign-in link", body.token),
        clients: clientsOf(site),
        browserHash: secrets.hash("sign-in link browser", secret),
        now,
        until: later(now, { minutes: browserMinutes }),
      })
      if (!isUsed) throw new ApiError("signIn.link")
      cookies.set("sign-in-link", secret, browserMinutes * 60)
      return { messages: [await localize(site.client, "signIn.linkOpened")] }
    },
  }

  /**
   * Also writes the email for an unknown userid, so that a failure does not reveal which ones
   * exist.
   */
  const send: SendSignInLink = async ({ site, ip }, { client, userid, task, found }) => {
    const brand = await deps.brandOf(client, site.origin)
    const token = secrets.random()
    const { firstName, policyNumber } = found ?? { firstName: "", policyNumber: "" }
    const email = signInLinkEmail({ brand, firstName, policyNumber, token, task })
    if (!(await rateLimits.isWithin(`log-in links of ${userid}`, linkLimit))) return
    const to = found?.emailAddress || null
    const expiresAt = later(clock.now(), { minutes: signInLinkMinutes })
    await database.transaction(async (tx) => {
      await deps.outbox.add(tx, addressed(email, brand, to, expiresAt))
      if (!found || to === null) return
      const tokenHash = secrets.hash("sign-in link", token)
      await insertSignInLink(tx, { tokenHash, client, userid, expiresAt })
      const { accountNumber, subjectUserid } = found
      await deps.audit.record(tx, {
        client,
        action: "signIn.linkSent",
        actor: { kind: "visitor" },
        accountNumber,
        subjectUserid,
        ip,
      })
    })
    deps.wakeEmail()
  }

  return { handlers, send }
}
