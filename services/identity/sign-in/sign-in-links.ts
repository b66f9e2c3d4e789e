import type { signInLink } from "#contracts/identity/sign-in-link.ts"
import { ApiError } from "#contracts/messages.ts"
import { signInLinkMinutes } from "#contracts/rules.ts"
import { addressed } from "#platform/email/email-message.ts"
import { newSecret } from "#platform/keys/secrets.ts"
import { later } from "#platform/time.ts"
import type { Handlers, Site } from "#services/call-request.ts"
import type { PeopleNeeds } from "../needs.ts"
import { type LinkTask, signInLinkEmail } from "./sign-in-link-email.ts"
import { insertSignInLink, useSignInLink } from "./sign-in-links.store.ts"

/** How often one person gets such an email. */
const linkLimit = { calls: 1, minutes: 10 }
/** How long the browser that opened a link may try. */
const browserMinutes = 60

/** Whose link it is, such as a userid; `found` is empty where nobody has the name, or has no address on file. */
export interface LinkFor {
  client: string
  userid: string
  /** "log in" unless given. */
  task?: LinkTask
  found:
    | {
        firstName: string
        emailAddress: string
        /** As the audit log names them. */
        subjectUserid: string | null
        accountNumber: string | null
      }
    | undefined
}

export type SendSignInLink = (call: { site: Site; ip: string }, person: LinkFor) => Promise<void>

/**
 * Emailed links to log in, for people whose name strangers have tried too often. A link lets the
 * browser that opens it try; the password or the answer is still needed.
 */
export function createSignInLinks(needs: PeopleNeeds) {
  const { database, clock, secrets, rateLimits, localize } = needs

  const handlers: Handlers<typeof signInLink> = {
    async "POST /appauth/signInLink"({ site, cookies, body }) {
      const secret = newSecret()
      const now = clock.now()
      const isUsed = await useSignInLink(database, {
        tokenHash: secrets.hash("sign-in link", body.token),
        clients: [...new Set([site.client, ...site.clients])],
        browserHash: secrets.hash("sign-in link browser", secret),
        now,
        until: later(now, { minutes: browserMinutes }),
      })
      if (!isUsed) throw new ApiError("signIn.link")
      cookies.set("sign-in-link", secret, browserMinutes * 60)
      return { messages: [await localize(site.client, "signIn.linkOpened")] }
    },
  }

  /** The email is written for a name that nobody has too: a failure must not tell who exists. */
  const send: SendSignInLink = async ({ site, ip }, { client, userid, task, found }) => {
    const brand = await needs.brandOf(client, site.origin)
    const token = newSecret()
    const letter = signInLinkEmail({ brand, firstName: found?.firstName ?? "", token, task })
    if (!(await rateLimits.isWithin(`log-in links of ${userid}`, linkLimit))) return
    const to = found?.emailAddress || null
    const expiresAt = later(clock.now(), { minutes: signInLinkMinutes })
    await database.transaction(async (tx) => {
      await needs.outbox.add(tx, addressed(letter, brand, to, expiresAt))
      if (!found || to === null) return
      const tokenHash = secrets.hash("sign-in link", token)
      await insertSignInLink(tx, { tokenHash, client, userid, expiresAt })
      const { accountNumber, subjectUserid } = found
      await needs.audit.record(tx, {
        client,
        action: "signIn.linkSent",
        actor: { kind: "visitor" },
        accountNumber,
        subjectUserid,
        ip,
      })
    })
    needs.wakeEmail()
  }

  return { handlers, send }
}
