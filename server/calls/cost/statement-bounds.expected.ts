import type { Key } from "../roles/calls-fixture.ts"

/**
 * The most statements that a call with a session may send to the database before it answers: for a
 * customer of the demo with four active and 14 inactive products, or for a staff member who works on
 * this customer's account. A transaction adds two statements. The session is one of them.
 */
export const usualBound = 3

/**
 * The bounds of the calls that need more, or always need less. A bound is raised in a separate
 * commit that gives the reason.
 */
export const statementBounds: Partial<Record<Key, number>> = {
  "PUT /appauth/userInformation": 2,
  "POST /appauth/session/extend": 2,
  "POST /appauth/proof": 12,
  "POST /appauth/proof/verification": 11,
  "POST /myaccount-core/accountRecord/notRecognised": 13,
  "GET /myaccount-core/agent/roles": 2,
  "GET /myaccount-core/agent/clients": 22,
  "POST /myaccount-core/agent/impersonate/{userId}": 16,
  "POST /myaccount-core/agent/resetPassword": 22,
  "PUT /myaccount-core/agent/email": 29,
  "GET /myaccount-core/agent/approvals": 4,
  "POST /myaccount-core/agent/approvals/{id}": 32,
  "GET /myaccount-core/agent/payments": 18,
  "POST /myaccount-core/agent/refunds": 52,
  "GET /myaccount-core/agent/refunds": 4,
  "POST /myaccount-core/agent/refunds/{id}": 53,
  "GET /myaccount-core/agent/bills": 20,
  "POST /myaccount-core/agent/corrections": 38,
  "POST /myaccount-core/agent/reversals": 40,
  "GET /myaccount-core/agent/corrections": 4,
  "POST /myaccount-core/agent/corrections/{id}": 33,
  "GET /myaccount-core/agent/ledger": 17,
  "GET /myaccount-core/agent/ledger/payments": 8,
  "GET /myaccount-core/agent/status": 7,
  "PUT /myaccount-core/profile": 18,
  "POST /myaccount-core/profile/email/code": 9,
  "POST /myaccount-core/profile/email/verification": 26,
  "PUT /myaccount-core/profile/securityDetails": 11,
  "PUT /myaccount-core/profile/password": 15,
  "PUT /myaccount-core/emails/unsubscribe": 8,
  "PUT /myaccount-core/emails/resubscribe": 9,
  "GET /myaccount-core/paymentGateway": 1,
  "POST /myaccount-core/paymentMethod/check": 1,
  "POST /myaccount-core/paymentMethod": 18,
  "PUT /myaccount-core/paymentMethod": 16,
  "POST /myaccount-core/paymentMethod/delete": 20,
  "POST /myaccount-core/payNow/data": 4,
  "POST /myaccount-core/payNow/homePageData": 4,
  "POST /myaccount-core/payNow": 52,
  "GET /myaccount-core/payNow": 4,
  "POST /myaccount-core/payNow/authentication": 4,
  "POST /myaccount-core/paymentHistory": 6,
  "GET /myaccount-core/receipts/{confirmationNumber}": 8,
  "POST /myaccount-core/paymentFrequency": 8,
  "POST /myaccount-core/comingPayments": 4,
  "POST /myaccount-core/comingPayments/calendar": 4,
  "PUT /myaccount-core/paymentFrequency": 44,
  "PUT /myaccount-core/autoPay/skip": 37,
  "POST /myaccount-core/authorizations": 4,
  "GET /myaccount-core/authorizations/{authorizationId}": 5,
  "DELETE /myaccount-core/agent/users/{username}": 25,
  "DELETE /myaccount-core/agent/refunds/{id}": 16,
  "DELETE /myaccount-core/agent/corrections/{id}": 15,
  "DELETE /myaccount-core/profile/email": 8,
  "PUT /appauth/staff/password": 14,
}

/**
 * The bounds for a customer with 26 active products, some of them on auto pay: never one statement
 * per product.
 */
export const boundsWithManyProducts: Partial<Record<Key, number>> = {
  "POST /myaccount-core/dashboard": 4,
  "POST /myaccount-core/products": 4,
  "POST /myaccount-core/productSummary": 4,
  "POST /myaccount-core/paymentMethods": 3,
  "POST /myaccount-core/paymentHistory": 5,
  "POST /myaccount-core/nextCharges": 8,
  "POST /myaccount-core/comingPayments": 9,
}
