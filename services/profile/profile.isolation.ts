import { later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/rows.store.ts"
import { deleteContactChange } from "./contact/contact-changes.store.ts"
import { findEmailHoldByToken, useEmailHoldToken } from "./new-email/email-holds.store.ts"
import { findUnsubscribeLink } from "./subscriptions/subscriptions.store.ts"

const { contactChange: id, noon, tokenHash } = shared
const inAMinute = later(noon, { minutes: 1 })

export const profileCases: IsolationCase[] = [
  { name: "deleteContactChange", run: (tx, client) => deleteContactChange(tx, { client, id }) },
  {
    name: "findEmailHoldByToken",
    run: (tx, client) => findEmailHoldByToken(tx, [client, "wayfarer"], tokenHash, noon),
  },
  {
    name: "useEmailHoldToken",
    run: (tx, client) => useEmailHoldToken(tx, { client, tokenHash }, noon, inAMinute),
  },
  {
    name: "findUnsubscribeLink",
    run: (tx, client) => findUnsubscribeLink(tx, [client, "wayfarer"], tokenHash, new Date(0)),
  },
]
