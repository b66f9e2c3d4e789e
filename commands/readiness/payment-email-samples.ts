import { bankDebitText } from "#contracts/payments/payment-method-rules.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { correctionEmail } from "#services/payments/adjustments/correction-email.ts"
import { refundEmail, refundFailedEmail } from "#services/payments/adjustments/refund-email.ts"
import { autoPayChangeEmail } from "#services/payments/auto-pay/auto-pay-change-email.ts"
import {
  autoPayFailedEmail,
  cardExpiringEmail,
} from "#services/payments/auto-pay/auto-pay-email.ts"
import { chargeNoticeEmail } from "#services/payments/auto-pay/charge-notice-email.ts"
import { droppedChargeEmail } from "#services/payments/auto-pay/dropped-charge-email.ts"
import { autoPaySkipEmail } from "#services/payments/auto-pay/skip-email.ts"
import {
  accountBlockedEmail,
  accountUnblockedEmail,
  authorizationEndedEmail,
  cardRenewedEmail,
  verificationFailedEmail,
} from "#services/payments/methods/method-report-email.ts"
import {
  accountAuthorizedEmail,
  paymentMethodAddedEmail,
  paymentMethodDeletedEmail,
  verificationReminderEmail,
} from "#services/payments/methods/payment-method-email.ts"
import { depositsText } from "#services/payments/methods/payment-method-presenter.ts"
import {
  paymentCanceledEmail,
  paymentDeclinedEmail,
  paymentReturnedEmail,
  receiptEmail,
} from "#services/payments/paying/payment-email.ts"

/**
 * Every kind of email about payments, with sample facts. Only emails that may be unsubscribed from
 * have the link.
 */
export function paymentEmailSamples(brand: EmailBrand): Record<string, EmailMessage> {
  const at = new Date("2026-11-21T15:00:00Z")
  const product = "Term Life, certificate number 4000000017"
  const method = "VISA ending in 4242"
  const figures = "11/21/2026"
  const date = "Nov 21, 2026"
  const amount = "$42.50"
  const reader = { brand, firstName: "Ana", product, method, date, amount }
  const payment = { ...reader, confirmationNumber: "1234567", paidBy: "", why: ["Sample."] }
  const refund = { ...payment, paid: amount, isCard: true, reopens: false, autoPay: null }
  const notice = { brand, firstName: "Ana", policyNumber: "4000000017", at, method }
  const card = { toVerify: null, authorization: null, isForOnce: false }
  const text = bankDebitText(brand.clientName, brand.phoneNumber)
  const debit = { holder: "Ana Lopes", institution: "Sample Bank", routingNumber: "110000000" }
  const account = {
    toVerify: { address: "https://gateway.example/verify", deposits: depositsText("code") },
    authorization: { ...debit, at, lastFour: "6789", text },
  }
  return {
    receipt: receiptEmail({ ...payment, isAutoPay: false }),
    "receipt of auto pay": receiptEmail({ ...payment, isAutoPay: true }),
    "declined payment": paymentDeclinedEmail(payment),
    "canceled payment": paymentCanceledEmail(payment),
    "returned payment": paymentReturnedEmail({ ...payment, isLost: false }),
    "lost dispute": paymentReturnedEmail({ ...payment, isLost: true }),
    refund: refundEmail(refund),
    "failed refund": refundFailedEmail(refund),
    credit: correctionEmail({ ...reader, date: figures, effect: "credit", billDueDate: "" }),
    "write-off": correctionEmail({
      ...{ ...reader, date: figures },
      ...{ effect: "writeOff", billDueDate: figures },
    }),
    "changed auto pay": autoPayChangeEmail({
      ...reader,
      ...{
        outcome: "add",
        isOtherFrequency: false,
        frequency: "Monthly",
        next: "",
        fee: "",
        dueDate: date,
      },
      ...{ otherBills: "", underWay: "", bankDay: "", changedBy: "" },
    }),
    "failed auto pay": autoPayFailedEmail({
      ...{ brand, firstName: "Ana", product, amount: 4250, method },
      ...{ texts: ["Sample."], isSuspended: false },
    }),
    "card that expires": cardExpiringEmail({
      ...{ brand, firstName: "Ana", texts: ["Sample."] },
      charges: [{ product, amount: 4250, date: "2026-12-01" }],
    }),
    "announced charge": chargeNoticeEmail({
      ...reader,
      isBankDebit: true,
      ...{
        changeBy: date,
        bankDay: date,
        changes: [],
        parts: [],
        isPastDue: false,
        canChange: true,
        skipped: [],
      },
    }),
    "charge that is not made": droppedChargeEmail({
      ...{ brand, firstName: "Ana", product, reason: { kind: "paid" } },
      charge: { amount: 4250, chargeOn: "2026-12-01", isTold: true },
    }),
    "skipped charge": autoPaySkipEmail({
      ...reader,
      ...{ dueDate: date, bills: "Please pay it.", next: "", skippedBy: "" },
    }),
    "added payment method": paymentMethodAddedEmail({ ...notice, ...card }),
    "added bank account": paymentMethodAddedEmail({ ...notice, ...card, ...account }),
    "authorized bank account": accountAuthorizedEmail({ ...notice, ...account }),
    "reminder to verify": verificationReminderEmail({ ...reader, ...notice, ...account }),
    "blocked bank account": accountBlockedEmail({ ...notice, products: product, why: "sample" }),
    "unblocked bank account": accountUnblockedEmail({ ...notice, products: product }),
    "ended authorization": authorizationEndedEmail({ ...notice, products: "" }),
    "deleted payment method": paymentMethodDeletedEmail({ ...notice, products: "" }),
    "renewed card": cardRenewedEmail({
      ...notice,
      now: "VISA ending in 1111",
      expirationDate: "08/2031",
    }),
    "account not verified": verificationFailedEmail(notice),
  }
}
