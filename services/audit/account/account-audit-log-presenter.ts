import type { AuditLogItem } from "#contracts/audit/account-audit-log.ts"
import { type AuditAction, auditActions } from "../audit.ts"
import type { AuditLogEntry } from "../audit-log.ts"
import { type Reader, shownTo } from "../audit-log-reader.ts"
import { changedEmail, maskedForOwner } from "./shown-email.ts"

interface About {
  /** The actor as the subject of a sentence, such as "You" or "Customer service". */
  who: string
  /** The customer as an object: "you", or "the customer" for staff. */
  you: string
  your: string
  before: Record<string, string>
  after: Record<string, string>
}

/** Each action as a plain sentence; null for actions that do not concern the person. */
const sentences: Record<AuditAction, ((about: About) => string) | null> = {
  "record.begin": null,
  "record.broken": null,
  signIn: ({ who, after }) => `${who} logged in${after.device ? ` with ${after.device}` : ""}`,
  "signIn.failed": ({ who, after }) =>
    `${who} tried to log in with a wrong ${after.wrong ?? "password"}`,
  signOut: ({ who }) => `${who} logged out`,
  "session.end": ({ who, your }) => `${who} ended ${your} sessions`,
  "answer.failed": ({ who }) => `${who} gave a wrong answer to the security question`,
  "password.change.failed": ({ who }) => `${who} entered a wrong old password`,
  "ticket.failed": null,
  "call.refused": null,
  "limit.reached": null,
  proof: ({ who }) => `${who} entered a one-time code to confirm a change`,
  "proof.failed": ({ who }) => `${who} entered a wrong one-time code to confirm a change`,
  "signIn.linkSent": ({ who, you }) =>
    `${who} tried to log in or to reset the password too often, so we sent ${you} a link to log in`,
  register: ({ who }) => `${who} registered this account`,
  "password.change": ({ who }) => `${who} changed the password`,
  "password.reset": ({ who }) => `${who} chose a new password with the link that we emailed`,
  "securityQuestion.change": ({ who }) => `${who} changed the security question`,
  "contact.change": changedContact,
  "newEmail.ask": ({ who, after }) =>
    `${who} asked to change the email address to ${maskedForOwner(after.address ?? "")}`,
  "newEmail.cancel": ({ who }) => `${who} canceled the change of the email address`,
  "newEmail.failed": ({ who }) => `${who} entered a wrong code for a new email address`,
  "emailChange.confirm": ({ who }) =>
    `${who} confirmed the new email address with the link that we sent to the old one`,
  "emailChange.deny": ({ who }) =>
    `${who} used the link that we sent to the old email address to say that the new one is wrong`,
  "emails.resubscribe": ({ who }) => `${who} turned on transaction emails`,
  "emails.unsubscribe": ({ who }) => `${who} turned off transaction emails`,
  "paymentMethod.add": ({ who }) => `${who} added a payment method`,
  "paymentMethod.change": ({ who }) => `${who} changed a payment method`,
  "paymentMethod.delete": ({ who }) => `${who} deleted a payment method`,
  "account.close": () => "The account was closed, and Auto Pay was suspended",
  "autoPay.change": ({ who }) => `${who} changed Auto Pay or the payment frequency`,
  "autoPay.skip": ({ who, after }) => `${who} skipped the Auto Pay charge of ${after.date ?? ""}`,
  "autoPay.suspend": () => "Auto Pay was suspended",
  "payment.submit": ({ who }) => `${who} submitted a payment`,
  "payment.accept": () => "A payment was accepted",
  "payment.decline": () => "A payment was declined",
  "payment.cancel": () => "A payment was canceled",
  "payment.return": () => "A payment was returned",
  "payment.refund": () => "A payment was refunded",
  "payment.refund.fail": () => "A refund of a payment failed",
  "payment.dispute": () => "A payment was questioned at the bank",
  "correction.void": () =>
    "An amount was not written off or taken back, because nothing was left of it",
  "staff.search": ({ who, you }) => `${who} looked ${you} up`,
  // The action is only the permission to act. "staff.act" records that the account was opened.
  "staff.impersonate": null,
  "staff.act": ({ who, you, your }) => `${who} opened ${your} account to act for ${you}`,
  "staff.open": ({ who, your, after }) =>
    `${who} opened ${(after.what ?? "a document").replace(/^your\b/, your)}`,
  "staff.resetPassword": ({ who, you }) => `${who} sent ${you} a link to reset the password`,
  "staff.changeEmail": changedContact,
  "staff.deleteRegistration": ({ who, your }) => `${who} deleted ${your} registration`,
  "staff.refund": ({ who }) => `${who} refunded a payment`,
  "staff.credit": ({ who, after }) => `${who} gave a credit of $${after.amount ?? ""}`,
  "staff.writeOff": ({ who, after }) => `${who} wrote off $${after.amount ?? ""} of a bill`,
  "staff.reversal": ({ who, after }) =>
    `${who} took back ${after.what ?? "a credit"}, $${after.amount ?? ""}`,
  "staff.release": ({ who, after }) =>
    `${who} let an open bill be paid for which there is a payment of $${after.amount ?? ""}`,
  "staff.approval.ask": ({ who, after }) =>
    `${who} asked a colleague to approve ${after.for ?? "a change"}`,
  "staff.approval.withdraw": ({ who, after }) =>
    `${who} withdrew the request to approve ${after.for ?? "a change"}`,
  "staff.approval.refuse": ({ who, after }) => `${who} refused ${after.for ?? "a change"}`,
  "staff.limit": null,
  "staff.account.add": null,
  "staff.account.change": null,
  "staff.account.disable": null,
  "staff.account.enable": null,
  "staff.account.remove": null,
  "staff.secondFactor.add": null,
  "staff.secondFactor.reset": null,
  "staff.recoveryCode.use": null,
  "staff.password.change": null,
  "record.notRecognised": ({ who, after }) => `${who} reported this: “${after.what ?? "an entry"}”`,
  "person.export": ({ your }) => `We exported ${your} data`,
  "person.erase": null,
  "account.move": ({ your, after }) =>
    `We gave ${your} ${after.product ? `product ${after.product}` : "account"} another account number: ${after.to ?? ""}`,
  "person.lift": null,
  "key.retire": null,
  "release.store": null,
  "release.publish": null,
  "release.rollback": null,
}

/** Actions that are hidden from people. */
export const hiddenActions = auditActions.filter((action) => sentences[action] === null)

/** The entry as its reader sees it. Also handles actions that this version does not define. */
export function auditLogItemOf(entry: AuditLogEntry, reader: Reader): AuditLogItem {
  const known = auditActions.find((action) => action === entry.action)
  const sentence = (known && sentences[known]) ?? unknownAction
  const { number, at, before, after } = entry
  const { who, you, your, by, canReport } = shownTo(reader, entry)
  const what = sentence({ who, you, your, before, after })
  return { number, at: at.toISOString(), by, what, canReport }
}

const unknownAction = ({ who }: About) => `${who} did something that this page cannot describe`

function changedContact({ who, before, after }: About): string {
  if (!after.email) return `${who} changed the contact information`
  return `${who} changed the email address ${changedEmail(before.email ?? "", after.email)}`
}
