import { later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { newEmailOf, shared } from "#testing/second-tenant/keys.ts"
import { contactChangesOf, deleteContactChange } from "./contact/contact-changes.store.ts"
import {
  deleteEmailHold,
  findEmailHoldByToken,
  lockEmailHold,
  useEmailHoldToken,
} from "./new-email/email-holds.store.ts"
import { deleteNewEmail, findNewEmail, lockNewEmail } from "./new-email/new-email.store.ts"
import { findUnsubscribeLink } from "./subscriptions/subscriptions.store.ts"

const { account, contactChange: id, noon, tokenHash } = shared
const inAMinute = later(noon, { minutes: 1 })

export const profileCases: IsolationCase[] = [
  { name: "contactChangesOf", run: (tx, client) => contactChangesOf(tx, client, account) },
  { name: "findNewEmail", run: (tx, client) => findNewEmail(tx, client, account, noon) },
  {
    name: "lockNewEmail",
    async run(tx, client) {
      const own = { client, accountNumber: account, userid: "", fromAddress: "", toAddress: "" }
      return [
        await lockNewEmail(tx, { ...own, id: newEmailOf("harbor") }),
        await lockNewEmail(tx, { ...own, id: newEmailOf("twin") }),
      ]
    },
  },
  { name: "lockEmailHold", run: (tx, client) => lockEmailHold(tx, client, account, noon) },
  { name: "deleteEmailHold", run: (tx, client) => deleteEmailHold(tx, client, account) },
  { name: "deleteNewEmail", run: (tx, client) => deleteNewEmail(tx, client, account) },
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
