import { credentials } from "./appauth/credentials.ts"
import { proof } from "./appauth/proof.ts"
import { recovery } from "./appauth/recovery.ts"
import { registration } from "./appauth/registration.ts"
import { secondFactor } from "./appauth/second-factor.ts"
import { security } from "./appauth/security.ts"
import { sessions } from "./appauth/sessions.ts"
import { signIn } from "./appauth/sign-in.ts"
import { signInLink } from "./appauth/sign-in-link.ts"
import { staffPassword } from "./appauth/staff-password.ts"
import { clients } from "./appcontent/clients.ts"
import { content } from "./appcontent/content.ts"
import { accountRecord } from "./myaccount-core/account-record.ts"
import { agent } from "./myaccount-core/agent.ts"
import { authorizations } from "./myaccount-core/authorizations.ts"
import { autoPay } from "./myaccount-core/auto-pay.ts"
import { dashboard } from "./myaccount-core/dashboard.ts"
import { documents } from "./myaccount-core/documents.ts"
import { emailChange } from "./myaccount-core/email-change.ts"
import { emails } from "./myaccount-core/emails.ts"
import { newEmail } from "./myaccount-core/new-email.ts"
import { paymentCenter } from "./myaccount-core/payment-center.ts"
import { paymentGateway } from "./myaccount-core/payment-gateway.ts"
import { paymentHistory } from "./myaccount-core/payment-history.ts"
import { paymentMethods } from "./myaccount-core/payment-methods.ts"
import { payments } from "./myaccount-core/payments.ts"
import { products } from "./myaccount-core/products.ts"
import { profile } from "./myaccount-core/profile.ts"

/** Every call of the API, by method and path. */
export const endpoints = {
  ...clients,
  ...content,
  ...security,
  ...signIn,
  ...signInLink,
  ...secondFactor,
  ...staffPassword,
  ...sessions,
  ...proof,
  ...registration,
  ...recovery,
  ...accountRecord,
  ...agent,
  ...dashboard,
  ...documents,
  ...products,
  ...profile,
  ...newEmail,
  ...emailChange,
  ...credentials,
  ...emails,
  ...paymentGateway,
  ...paymentMethods,
  ...payments,
  ...paymentHistory,
  ...paymentCenter,
  ...autoPay,
  ...authorizations,
}
export type Endpoints = typeof endpoints
