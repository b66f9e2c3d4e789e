import type { Role } from "#contracts/endpoint.ts"
import type { AuditAction } from "#services/audit/audit.ts"

export interface Row {
  role: Exclude<Role, "anonymous">
  /** The audit entries of a successful call; none if it only reads. */
  leaves: readonly AuditAction[]
  /** The audit entries instead, if staff make the call for a customer. */
  byStaff?: readonly AuditAction[]
}

/**
 * The roles that may make each restricted call, and the audit actions that it leaves. A new call
 * must be added here, so that a reader sees the decision to allow it.
 */
export const table: Record<string, Row> = {
  "PUT /appauth/userInformation": { role: "signed-in", leaves: [] },
  "POST /appauth/session/extend": { role: "signed-in", leaves: [] },
  "POST /appauth/proof": { role: "customer", leaves: [] },
  "POST /appauth/proof/verification": { role: "customer", leaves: ["proof"] },
  "PUT /appauth/staff/password": { role: "staff", leaves: ["staff.password.change"] },
  "POST /appauth/handoff": { role: "customer", leaves: [] },
  "GET /myaccount-core/accountRecord": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/accountRecord/notRecognised": {
    role: "customer",
    leaves: ["record.notRecognised"],
  },
  "GET /myaccount-core/agent/roles": { role: "staff", leaves: [] },
  "GET /myaccount-core/agent/clients": { role: "staff:look", leaves: ["staff.search"] },
  "POST /myaccount-core/agent/impersonate/{userId}": {
    role: "staff:serve",
    leaves: ["staff.impersonate"],
  },
  "POST /myaccount-core/agent/resetPassword": {
    role: "staff:serve",
    leaves: ["staff.resetPassword"],
  },
  "PUT /myaccount-core/agent/email": { role: "staff:serve", leaves: ["staff.changeEmail"] },
  "DELETE /myaccount-core/agent/users/{username}": {
    role: "staff:serve",
    leaves: ["staff.deleteRegistration"],
  },
  "GET /myaccount-core/agent/ledger/clients": { role: "staff:money", leaves: [] },
  "GET /myaccount-core/agent/ledger": { role: "staff:money", leaves: [] },
  "GET /myaccount-core/agent/status": { role: "staff:look", leaves: [] },
  "GET /myaccount-core/agent/approvals": { role: "staff:look", leaves: [] },
  "POST /myaccount-core/agent/approvals/{id}": {
    role: "staff:approve",
    leaves: ["staff.resetPassword"],
  },
  "GET /myaccount-core/agent/payments": { role: "staff:look", leaves: ["staff.open"] },
  "POST /myaccount-core/agent/refunds": {
    role: "staff:money",
    leaves: ["staff.refund", "payment.refund"],
  },
  "GET /myaccount-core/agent/refunds": { role: "staff:look", leaves: [] },
  "POST /myaccount-core/agent/refunds/{id}": {
    role: "staff:approve",
    leaves: ["staff.refund", "payment.refund"],
  },
  "DELETE /myaccount-core/agent/refunds/{id}": {
    role: "staff:money",
    leaves: ["staff.approval.withdraw"],
  },
  "GET /myaccount-core/agent/bills": { role: "staff:look", leaves: ["staff.open"] },
  "POST /myaccount-core/agent/corrections": { role: "staff:money", leaves: ["staff.credit"] },
  "POST /myaccount-core/agent/reversals": { role: "staff:money", leaves: ["staff.reversal"] },
  "GET /myaccount-core/agent/corrections": { role: "staff:look", leaves: [] },
  "POST /myaccount-core/agent/corrections/{id}": {
    role: "staff:approve",
    leaves: ["staff.writeOff"],
  },
  "DELETE /myaccount-core/agent/corrections/{id}": {
    role: "staff:money",
    leaves: ["staff.approval.withdraw"],
  },
  "POST /myaccount-core/dashboard": { role: "customer-or-staff", leaves: [] },
  "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}": {
    role: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
  "GET /myaccount-core/productCard/{policyNumber}": {
    role: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
  "POST /myaccount-core/productSummary": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/productDetails": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/profile": { role: "customer-or-staff", leaves: [] },
  "PUT /myaccount-core/profile": { role: "customer-or-staff", leaves: ["contact.change"] },
  "POST /myaccount-core/profile/email/code": { role: "customer", leaves: [] },
  "POST /myaccount-core/profile/email/verification": {
    role: "customer",
    leaves: ["contact.change"],
  },
  "DELETE /myaccount-core/profile/email": { role: "customer", leaves: ["newEmail.cancel"] },
  "PUT /myaccount-core/profile/securityDetails": {
    role: "customer",
    leaves: ["securityQuestion.change"],
  },
  "PUT /myaccount-core/profile/password": { role: "customer", leaves: ["password.change"] },
  "PUT /myaccount-core/emails/unsubscribe": {
    role: "anonymous-or-customer",
    leaves: ["emails.unsubscribe"],
  },
  "PUT /myaccount-core/emails/resubscribe": {
    role: "anonymous-or-customer",
    leaves: ["emails.resubscribe"],
  },
  "GET /myaccount-core/paymentGateway": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentMethods": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentMethod/check": { role: "customer", leaves: [] },
  "POST /myaccount-core/paymentMethod": { role: "customer", leaves: ["paymentMethod.add"] },
  "PUT /myaccount-core/paymentMethod": { role: "customer", leaves: ["paymentMethod.change"] },
  "POST /myaccount-core/paymentMethod/delete": {
    role: "customer",
    leaves: ["paymentMethod.delete"],
  },
  "POST /myaccount-core/payNow/data": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/payNow/homePageData": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/payNow": {
    role: "customer-or-staff",
    leaves: ["payment.submit", "payment.accept"],
  },
  "GET /myaccount-core/payNow": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/payNow/authentication": { role: "customer", leaves: [] },
  "POST /myaccount-core/paymentHistory": { role: "customer-or-staff", leaves: [] },
  "GET /myaccount-core/receipts/{confirmationNumber}": {
    role: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
  "POST /myaccount-core/products": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentFrequency": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/nextCharges": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/comingPayments": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/comingPayments/calendar": { role: "customer-or-staff", leaves: [] },
  "POST /myaccount-core/paymentInfo": { role: "customer-or-staff", leaves: [] },
  "PUT /myaccount-core/paymentFrequency": {
    role: "customer-or-staff",
    leaves: ["autoPay.change"],
  },
  "PUT /myaccount-core/autoPay/skip": { role: "customer-or-staff", leaves: ["autoPay.skip"] },
  "POST /myaccount-core/authorizations": { role: "customer-or-staff", leaves: [] },
  "GET /myaccount-core/authorizations/{authorizationId}": {
    role: "customer-or-staff",
    leaves: [],
    byStaff: ["staff.open"],
  },
}

/** Calls about the session alone: they contain no id that another person's could replace. */
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
  "GET /myaccount-core/agent/refunds",
  "GET /myaccount-core/agent/corrections",
  "GET /myaccount-core/agent/ledger/clients",
  "GET /myaccount-core/agent/roles",
  "GET /myaccount-core/agent/status",
  "GET /myaccount-core/paymentGateway",
  "POST /myaccount-core/paymentMethod/check",
]

/** Calls that change rows without an audit entry, and the reason. */
export const unrecorded: Partial<Record<string, string>> = {
  "POST /appauth/handoff":
    "the session that is in the audit log continues at another host of the group",
  "POST /appauth/proof": "the code that it emails opens nothing before it is entered",
  "POST /myaccount-core/profile/email/code": "the same; the waiting change is in the audit log",
}

/** Audit actions of the software, which can also occur within a person's call. */
export const ofItself: readonly string[] = ["payment.accept", "payment.refund"]
