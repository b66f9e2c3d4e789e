import { accountAuditLog } from "./audit/account-audit-log.ts"
import { clients } from "./brands/clients.ts"
import { content } from "./brands/content.ts"
import { codeResend } from "./identity/code-resend.ts"
import { credentials } from "./identity/credentials.ts"
import { recovery } from "./identity/recovery.ts"
import { registration } from "./identity/registration.ts"
import { security } from "./identity/security.ts"
import { sessions } from "./identity/sessions.ts"
import { signIn } from "./identity/sign-in.ts"
import { signInLink } from "./identity/sign-in-link.ts"
import { proof } from "./identity/step-up-code.ts"
import { authorizations } from "./payments/authorizations.ts"
import { autoPay } from "./payments/auto-pay.ts"
import { comingPayments } from "./payments/coming-payments.ts"
import { payNow } from "./payments/pay-now.ts"
import { paymentCenter } from "./payments/payment-center.ts"
import { paymentGateway } from "./payments/payment-gateway.ts"
import { paymentHistory } from "./payments/payment-history.ts"
import { paymentMethods } from "./payments/payment-methods.ts"
import { dashboard } from "./products/dashboard.ts"
import { documents } from "./products/documents.ts"
import { products } from "./products/products.ts"
import { emailChange } from "./profile/email-change.ts"
import { newEmail } from "./profile/new-email.ts"
import { profile } from "./profile/profile.ts"
import { subscriptions } from "./profile/subscriptions.ts"
import { staffLedger } from "./staff/ledger.ts"
import { staffCorrections, staffRefunds } from "./staff/money.ts"
import { providerSignIn } from "./staff/provider-sign-in.ts"
import { secondFactor } from "./staff/second-factor.ts"
import { staff } from "./staff/staff.ts"
import { staffPassword } from "./staff/staff-password.ts"
import { staffStatus } from "./staff/status.ts"

/** Every call of the API, by method and path. */
export const endpoints = {
  ...clients,
  ...content,
  ...security,
  ...signIn,
  ...codeResend,
  ...signInLink,
  ...secondFactor,
  ...staffPassword,
  ...providerSignIn,
  ...sessions,
  ...proof,
  ...registration,
  ...recovery,
  ...accountAuditLog,
  ...staff,
  ...staffRefunds,
  ...staffCorrections,
  ...staffLedger,
  ...staffStatus,
  ...dashboard,
  ...documents,
  ...products,
  ...profile,
  ...newEmail,
  ...emailChange,
  ...credentials,
  ...subscriptions,
  ...paymentGateway,
  ...paymentMethods,
  ...payNow,
  ...paymentHistory,
  ...paymentCenter,
  ...comingPayments,
  ...autoPay,
  ...authorizations,
}
export type Endpoints = typeof endpoints
