import type { AuditLogItem } from "#contracts/audit/account-audit-log.ts"
import { maskedEmail } from "#platform/text/words.ts"
import { type AuditAction, auditActions } from "./audit.ts"
import type { AuditLogEntry } from "./audit-log.ts"

type Words = string | ((entry: AuditLogEntry) => string)

/** Each action as a plain sentence; null for actions that do not concern the person. */
const words: Record<AuditAction, Words | null> = {
  "record.begin": null,
  "record.broken": null,
  signIn: ({ after }) => `Logged in${after.device ? ` with ${after.device}` : ""}`,
  "signIn.failed": ({ after }) => `Tried to log in with a wrong ${after.wrong ?? "password"}`,
  signOut: "Logged out",
  "answer.failed": "Gave a wrong answer to the security question",
  "password.change.failed": "Entered a wrong old password",
  "ticket.failed": null,
  "call.refused": null,
  "limit.reached": null,
  proof: "Entered a one-time code to confirm a change",
  "proof.failed": "Entered a wrong one-time code to confirm a change",
  "signIn.linkSent":
    "Tried so often to log in or to reset the password that we sent you a link to log in",
  register: "Registered this account",
  "password.change": "Changed the password",
  "password.reset": "Chose a new password with the link that we emailed",
  "securityQuestion.change": "Changed the security question",
  "contact.change": changedContact,
  "newEmail.ask": ({ after }) =>
    `Asked to change the email address to ${maskedEmail(after.address ?? "")}`,
  "newEmail.cancel": "Canceled the change of the email address",
  "newEmail.failed": "Entered a wrong code for a new email address",
  "emailChange.confirm":
    "Confirmed the new email address with the link that we sent to the old one",
  "emailChange.deny":
    "Used the link that we sent to the old email address to say that they did not ask for the new one",
  "emails.resubscribe": "Turned transaction emails on",
  "emails.unsubscribe": "Turned transaction emails off",
  "paymentMethod.add": "Added a payment method",
  "paymentMethod.change": "Changed a payment method",
  "paymentMethod.delete": "Deleted a payment method",
  "autoPay.change": "Changed auto pay or payment frequency",
  "autoPay.skip": ({ after }) => `Skipped the auto pay charge of ${after.date ?? ""}`,
  "autoPay.suspend": "Auto pay was suspended",
  "payment.submit": "Submitted a payment",
  "payment.accept": "A payment was accepted",
  "payment.decline": "A payment was declined",
  "payment.cancel": "A payment was canceled",
  "payment.return": "A payment was returned",
  "payment.refund": "A payment was refunded",
  "payment.refund.fail": "A refund of a payment failed",
  "payment.dispute": "A payment was questioned at the bank",
  "correction.void": "An amount was not written off or taken back, because nothing was left of it",
  "staff.search": "Looked you up",
  // A way in that may not be used; "staff.act" tells of the one that was.
  "staff.impersonate": null,
  "staff.act": "Opened your account to act for you",
  "staff.open": ({ after }) => `Opened ${after.what ?? "a document"}`,
  "staff.resetPassword": "Sent you a link to reset your password",
  "staff.changeEmail": changedContact,
  "staff.deleteRegistration": "Deleted your registration",
  "staff.refund": "Refunded a payment",
  "staff.credit": ({ after }) => `Gave a credit of $${after.amount ?? ""}`,
  "staff.writeOff": ({ after }) => `Wrote off $${after.amount ?? ""} of a bill`,
  "staff.reversal": ({ after }) => `Took back ${after.what ?? "a credit"}, $${after.amount ?? ""}`,
  "staff.approval.ask": ({ after }) => `Asked a colleague to approve ${after.for ?? "a change"}`,
  "staff.approval.withdraw": ({ after }) =>
    `Withdrew the request to approve ${after.for ?? "a change"}`,
  "staff.approval.refuse": ({ after }) => `Refused ${after.for ?? "a change"}`,
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
  "record.notRecognised": ({ after }) => `Did not recognize entry ${after.number ?? ""}`,
}

const who: Record<AuditLogEntry["actorKind"], AuditLogItem["who"]> = {
  customer: "You",
  staff: "Customer service",
  visitor: "Someone who did not log in",
  operator: "My Account",
  system: "My Account",
}

/** Actions that people do not see. */
export const hiddenActions = auditActions.filter((action) => words[action] === null)

/** An entry as the person reads it, who hears also of what this version has no words for. */
export function auditLogItemOf(entry: AuditLogEntry): AuditLogItem {
  const known = auditActions.find((action) => action === entry.action)
  const said = (known && words[known]) ?? "Did something that this page cannot describe"
  const what = typeof said === "string" ? said : said(entry)
  const { number, at, actorKind } = entry
  return { number, at: at.toISOString(), who: who[actorKind], what }
}

/** Masked: a thief of the account must not learn the owner's address here. */
function changedContact({ before, after }: AuditLogEntry): string {
  const from = before.email ? ` from ${maskedEmail(before.email)}` : ""
  if (after.email) return `Changed the email address${from} to ${maskedEmail(after.email)}`
  return "Changed the contact information"
}
