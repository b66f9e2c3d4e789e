import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { notRecognizedEmail } from "#services/audit/account/not-recognized-email.ts"
import { passcodeEmail } from "#services/identity/codes/code-email.ts"
import {
  passwordChangedEmail,
  securityQuestionChangedEmail,
} from "#services/identity/credentials/credentials-email.ts"
import { newDeviceEmail } from "#services/identity/devices/new-device-email.ts"
import {
  addressHeldEmail,
  resetLinkEmail,
  usernameEmail,
} from "#services/identity/recovery/recovery-email.ts"
import { registeredEmail } from "#services/identity/registration/registered-email.ts"
import { signInLinkEmail } from "#services/identity/sign-in/sign-in-link-email.ts"
import { contactChangedEmail } from "#services/profile/contact/contact-changed-email.ts"
import { staffChangedAddressEmail } from "#services/profile/new-email/email-change-email.ts"
import {
  registrationDeletedEmail,
  staffResetLinkEmail,
} from "#services/staff/approvals/credential-actions-email.ts"
import {
  recoveryCodeUsedEmail,
  secondFactorEmail,
} from "#services/staff/second-factor/second-factor-email.ts"
import { paymentEmailSamples } from "./payment-email-samples.ts"

/**
 * Every kind of email that a customer or staff member can get from this brand, with sample facts.
 */
export function emailSamples(brand: EmailBrand): Record<string, EmailMessage> {
  const news = {
    brand,
    firstName: "Ana",
    policyNumber: "4000000017",
    at: new Date("2026-11-21T15:00:00Z"),
  }
  const link = {
    brand,
    firstName: "Ana",
    policyNumber: "4000000017",
    ticket: "sample",
    minutes: 60,
  }
  return {
    "one-time code": passcodeEmail({ ...link, code: "123456", task: "log in" }),
    "code to register": passcodeEmail({ ...link, code: "123456", task: "register" }),
    "code to confirm a change": passcodeEmail({
      ...link,
      code: "123456",
      task: "confirm a change",
    }),
    "code to confirm an address": passcodeEmail({
      ...link,
      code: "123456",
      task: "confirm an address",
    }),
    "link to log in": signInLinkEmail({ ...news, token: "sample" }),
    "link to register": signInLinkEmail({ ...news, token: "sample", task: "register" }),
    "forgotten username": usernameEmail({ ...news, username: "ana.duarte" }),
    "link to reset a password": resetLinkEmail(link),
    "reset link from staff": staffResetLinkEmail(link),
    "recovery on hold": addressHeldEmail(news),
    "new registration": registeredEmail({ ...news, username: "ana.duarte" }),
    "deleted registration": registrationDeletedEmail(news),
    "changed password": passwordChangedEmail(news),
    "changed security question": securityQuestionChangedEmail(news),
    "new device": newDeviceEmail({ ...news, device: "Firefox on Windows" }),
    "changed contact data": contactChangedEmail({
      ...news,
      changed: "address, phone number",
      newAddress: "a•••@example.com",
    }),
    "email address changed by staff": staffChangedAddressEmail({
      ...news,
      changed: "email address",
      newAddress: "a•••@example.com",
      token: "sample",
    }),
    "entry not recognized": notRecognizedEmail({ ...news, number: "12", what: "Log in" }),
    "second factor": secondFactorEmail(news),
    "recovery code": recoveryCodeUsedEmail({ ...news, left: "8 recovery codes" }),
    ...paymentEmailSamples(brand),
  }
}
