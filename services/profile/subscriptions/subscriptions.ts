import { ApiError } from "#contracts/messages.ts"
import type { subscriptions } from "#contracts/profile/subscriptions.ts"
import { type AuditEntry, auditedBy } from "#services/audit/audit.ts"
import { type CallRequest, clientsOf, type Handlers, type Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { refuseBlocked } from "../contact/contact.ts"
import { oldestLink } from "./optional-emails.ts"
import { findUnsubscribeLink } from "./subscriptions.store.ts"

type Request = CallRequest<(typeof subscriptions)["PUT /myaccount-core/emails/unsubscribe"]>

/** The customer whose emails are turned on or off, and the actor. */
type Subscriber = Pick<AuditEntry, "client" | "actor" | "subjectUserid" | "ip"> & {
  accountNumber: string
}

/** Returns `link` for an anonymous caller who followed an emailed link. */
function changedBy({ actor }: Subscriber): "customer" | "staff" | "link" {
  return actor.kind === "customer" || actor.kind === "staff" ? actor.kind : "link"
}

/** Turns transaction emails on and off. The account system stores the choice. */
export function createSubscriptions(deps: Deps) {
  const { database, clock, secrets, policyAdmin, audit, events, localize } = deps

  const handlers: Handlers<typeof subscriptions> = {
    async "PUT /myaccount-core/emails/unsubscribe"(request) {
      const subscriber = await subscriberOf(request)
      await set(subscriber, false)
      return { messages: [await localize(subscriber.client, "emails.unsubscribed")] }
    },

    async "PUT /myaccount-core/emails/resubscribe"(request) {
      const subscriber = await subscriberOf(request)
      if (subscriber.actor.kind === "customer") await refuseWhereBlocked(subscriber)
      await set(subscriber, true)
      return { messages: [await localize(subscriber.client, "emails.resubscribed")] }
    },
  }

  /** Errors: `emails.link`, `session.required`. */
  async function subscriberOf({ site, session, body, ip }: Request): Promise<Subscriber> {
    if ("token" in body) return await linked(site, body.token, ip)
    if (!session) throw new ApiError("session.required")
    return { ...auditedBy(session, ip), accountNumber: session.accountNumber }
  }

  /** An emailed link authorizes only this. Errors: `emails.link`. */
  async function linked(site: Site, token: string, ip: string): Promise<Subscriber> {
    const link = await findUnsubscribeLink(
      database,
      clientsOf(site),
      secrets.hash("unsubscribe link", token),
      oldestLink(clock),
    )
    if (!link) throw new ApiError("emails.link")
    return { ...link, actor: { kind: "visitor" }, subjectUserid: null, ip }
  }

  async function refuseWhereBlocked({ client, accountNumber }: Subscriber): Promise<void> {
    const person = await policyAdmin.person(client, accountNumber)
    refuseBlocked(person?.editBlocked.save ?? "")
  }

  async function set(subscriber: Subscriber, isSubscribed: boolean): Promise<void> {
    const { client, accountNumber } = subscriber
    const isNews = await policyAdmin.setEmailSubscribed(client, accountNumber, isSubscribed)
    if (!isNews) return
    const action = isSubscribed ? "emails.resubscribe" : "emails.unsubscribe"
    const type = isSubscribed ? "emails.subscribed" : "emails.unsubscribed"
    await database.transaction(async (tx) => {
      await audit.record(tx, { ...subscriber, action })
      await events.add(tx, subscriber, type, { changedBy: changedBy(subscriber) })
    })
  }

  return {
    handlers,
    /** For mail programs that follow the link. Errors: `emails.link`, `AccountSystemAway`. */
    async unsubscribeByLink(site: Site, token: string, ip: string): Promise<void> {
      await set(await linked(site, token, ip), false)
    },
  }
}
