import type { StoredProduct } from "#ports/policy-admin/embedded/refresh/products.store.ts"
import { dollars, inDollars } from "#ports/policy-admin/embedded/refresh/records.ts"
import { productFields } from "#ports/policy-admin/product-fields.ts"
import { answerOf, type Passwords, passwordOf } from "#services/identity/credentials/password.ts"
import type { UserRow } from "#services/identity/credentials/users.store.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"

/** A product in the form that an import reads. */
export function productRecord({ product }: StoredProduct): object {
  const { accountNumber, position, policy, billing, additionalInsured, riders } = product
  const { paymentMethodLabel: _, frequencies, ...terms } = billing
  const money = ({ amount, fee, ...frequency }: (typeof frequencies)[number]) => ({
    ...frequency,
    amount: dollars(amount),
    fee: dollars(fee),
  })
  return {
    accountNumber,
    position,
    ...inDollars(productFields, policy),
    additionalInsured,
    riders: riders.map(({ policyNumber: _, ...rider }) => ({
      ...rider,
      benefitAmount: dollars(rider.benefitAmount),
      annualPremium: dollars(rider.annualPremium),
    })),
    billing: { ...terms, frequencies: frequencies.map(money) },
  }
}

/**
 * The present debt of a product in the form that an import reads: one record for each open bill.
 */
export function billRecords({ balance: { policyNumber }, bills }: StoredProduct): object[] {
  const { earlierBills = [], ...balance } = bills
  const earlier = earlierBills.map(({ amountDue, ...bill }) => {
    return { policyNumber, ...bill, amountDue: dollars(amountDue) }
  })
  const newest = {
    policyNumber,
    ...balance,
    amountPaid: dollars(balance.amountPaid),
    amountDue: dollars(balance.amountDue),
    pastDueAmount: dollars(balance.pastDueAmount),
    adjustment: dollars(balance.adjustment),
    billingCredit: dollars(balance.billingCredit),
  }
  return [...earlier, newest]
}

export function documentRecords({ product }: StoredProduct) {
  const { policyNumber } = product.policy
  return (product.documents ?? []).map((entry) => ({ policyNumber, ...entry }))
}

/** A payment method in the form that an import reads. */
export function methodRecord(method: LoadedMethod): object {
  const { kind, cardType, bankType, expirationDate, maskedRoutingNumber, verifyAt } = method
  const bank = { bankType, maskedRoutingNumber, ...(verifyAt !== "" && { verifyAt }) }
  return {
    accountNumber: method.accountNumber,
    paymentRecordId: method.recordId,
    kind,
    holderName: method.holderName,
    lastFour: method.lastFour,
    institution: method.institution,
    ...(kind === "card" ? { cardType, expirationDate } : bank),
    address: {
      addressLine1: method.addressLine1,
      addressLine2: method.addressLine2,
      addressLine3: method.addressLine3,
      cityName: method.cityName,
      stateCode: method.stateCode,
      zipCode: method.zipCode,
    },
    gateway: method.gateway,
    gatewayReference: method.gatewayReference,
  }
}

/**
 * A user with their hashes in the form that an import reads. Empty if the password hash can never
 * match, because it was made without a key of this installation.
 */
export function userRecords(passwords: Passwords, user: UserRow): object[] {
  const { username, accountNumber, securityQuestionId, securityAnswerHash, reactivate } = user
  const passwordHash = passwords.exported({ stored: user.passwordHash, owner: passwordOf(user) })
  if (passwordHash === undefined) return []
  const answerHash =
    securityAnswerHash === null
      ? undefined
      : passwords.exported({ stored: securityAnswerHash, owner: answerOf(user) })
  const question = securityQuestionId !== null &&
    answerHash !== undefined && { securityQuestionId, securityAnswerHash: answerHash }
  return [{ username, passwordHash, accountNumber, ...question, reactivate }]
}
