import type { Caller } from "#contracts/endpoint.ts"
import type { AuditAction } from "#services/audit/audit.ts"

export interface Row {
  caller: Exclude<Caller, "visitor">
  /** What is on record of a call that did what it is for; nothing where it only reads. */
  leaves: readonly AuditAction[]
  /** What is on record instead where staff make it for a customer. */
  byStaff?: readonly AuditAction[]
}

/**
 * Who may make each call that not everybody may, and what it leaves on record. A call that is new
 * has to be named here too, so that letting somebody make it is a decision that a reader sees.
 */
export const table: Record<string, Row> = {
  "PUT /appauth/userInformation": { caller: "signed-in", leaves: [] },
  "POST /appauth/session/extend": { caller: "signed-in", leaves: [] },
  "POST /appauth/proof": { caller: "customer", leaves: [] },
  "POST /appauth/proof/verification": { caller: "customer", leaves: ["proof"] },
  "PUT /appauth/staff/password": { caller: "agent", leaves: ["staff.password.change"] },
  "POST /appauth/handoff": { caller: "customer", leaves: [] },
  "GET /myaccount-core/accountRecord": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/accountRecord/notRecognised": {
    caller: "customer",
    leaves: ["record.notRecognised"],
  },
  "GET /myaccount-core/agent/clients": { caller: "agent", leaves: ["staff.search"] },
  "POST /myaccount-core/agent/impersonate/{userId}": {
    caller: "agent",
    leaves: ["staff.impersonate"],
  },
  "POST /myaccount-core/agent/resetPassword": { caller: "agent", leaves: ["staff.resetPassword"] },
  "PUT /myaccount-core/agent/email": { caller: "agent", leaves: ["staff.changeEmail"] },
  "DELETE /myaccount-core/agent/users/{username}": {
    caller: "agent",
    leaves: ["staff.deleteRegistration"],
  },
  "GET /myaccount-core/agent/approvals": { caller: "agent", leaves: [] },
  "POST /myaccount-core/agent/approvals/{id}": { caller: "agent", leaves: ["staff.resetPassword"] },
  "POST /myaccount-core/dashboard": { caller: "customer-or-staff", leaves: [] },
  "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}": {
    caller: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
  "GET /myaccount-core/productCard/{policyNumber}": {
    caller: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
  "POST /myaccount-core/productSummary": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/productDetails": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/profile": { caller: "customer-or-staff", leaves: [] },
  "PUT /myaccount-core/profile": { caller: "customer-or-staff", leaves: ["contact.change"] },
  "POST /myaccount-core/profile/email/code": { caller: "customer", leaves: [] },
  "POST /myaccount-core/profile/email/verification": {
    caller: "customer",
    leaves: ["contact.change"],
  },
  "DELETE /myaccount-core/profile/email": { caller: "customer", leaves: ["newEmail.cancel"] },
  "PUT /myaccount-core/profile/securityDetails": {
    caller: "customer",
    leaves: ["securityQuestion.change"],
  },
  "PUT /myaccount-core/profile/password": { caller: "customer", leaves: ["password.change"] },
  "PUT /myaccount-core/emails/unsubscribe": {
    caller: "visitor-or-customer",
    leaves: ["emails.unsubscribe"],
  },
  "PUT /myaccount-core/emails/resubscribe": {
    caller: "visitor-or-customer",
    leaves: ["emails.resubscribe"],
  },
  "GET /myaccount-core/paymentGateway": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentMethods": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentMethod/check": { caller: "customer", leaves: [] },
  "POST /myaccount-core/paymentMethod": { caller: "customer", leaves: ["paymentMethod.add"] },
  "PUT /myaccount-core/paymentMethod": { caller: "customer", leaves: ["paymentMethod.change"] },
  "POST /myaccount-core/paymentMethod/delete": {
    caller: "customer",
    leaves: ["paymentMethod.delete"],
  },
  "POST /myaccount-core/payNow/data": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/payNow/homePageData": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/payNow": {
    caller: "customer-or-staff",
    leaves: ["payment.submit", "payment.accept"],
  },
  "GET /myaccount-core/payNow": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentHistory": { caller: "customer-or-staff", leaves: [] },
  "GET /myaccount-core/receipts/{confirmationNumber}": {
    caller: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
  "POST /myaccount-core/products": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentFrequency": { caller: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentInfo": { caller: "customer-or-staff", leaves: [] },
  "PUT /myaccount-core/paymentFrequency": {
    caller: "customer-or-staff",
    leaves: ["autoPay.change"],
  },
  "POST /myaccount-core/authorizations": { caller: "customer-or-staff", leaves: [] },
  "GET /myaccount-core/authorizations/{authorizationId}": {
    caller: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
}

/** About the session alone, or about nobody: there is no id to put another's in place of. */
export const namesNobody: readonly string[] = [
  "PUT /appauth/staff/password",
  "POST /appauth/session/extend",
  "POST /appauth/proof",
  "POST /appauth/proof/verification",
  "POST /myaccount-core/profile/email/code",
  "POST /myaccount-core/profile/email/verification",
  "DELETE /myaccount-core/profile/email",
  "GET /myaccount-core/accountRecord",
  "GET /myaccount-core/agent/approvals",
  "GET /myaccount-core/paymentGateway",
  "POST /myaccount-core/paymentMethod/check",
]

/** Calls that change what is kept and leave nothing on record, and why. */
export const unrecorded: Partial<Record<string, string>> = {
  "POST /appauth/handoff": "the session that is on record goes on at another host of the group",
  "POST /appauth/proof": "the code that it emails opens nothing before it is entered",
  "POST /myaccount-core/profile/email/code": "the same; the change that waits is on record",
}

/** What the software puts on record of its own doing, also within somebody's call. */
export const ofItself: readonly string[] = ["payment.accept"]
