import type { OperationName, ReplyOf, RequestOf } from "../contract/operations.ts"
import { AccountSystemAway, type PolicyAdmin } from "../port.ts"

/** One answering function per operation. `signal` aborts when the caller has disconnected. */
export type Answers = {
  [Name in OperationName]: (asked: RequestOf<Name>, signal: AbortSignal) => Promise<ReplyOf<Name>>
}

/** Answers the operations of the contract from an account system. */
export function answersOf(policyAdmin: PolicyAdmin): Answers {
  return {
    async available() {
      if (await policyAdmin.available()) return { isAvailable: true }
      throw new AccountSystemAway("The account system does not answer.")
    },
    async person({ client, accountNumber }) {
      return { person: (await policyAdmin.person(client, accountNumber)) ?? null }
    },
    async personByPolicyNumber({ client, policyNumber }) {
      return { person: (await policyAdmin.personByPolicyNumber(client, policyNumber)) ?? null }
    },
    async find({ clients, key }) {
      return { people: await policyAdmin.find(clients, key) }
    },
    async account({ client, accountNumber }) {
      return { account: (await policyAdmin.account(client, accountNumber)) ?? null }
    },
    async activeProducts({ client, accountNumber, policyNumber }) {
      const products = await policyAdmin.activeProducts(client, accountNumber, policyNumber)
      return { products: products ?? null }
    },
    async product({ client, accountNumber, policyNumber }) {
      return { product: (await policyAdmin.product(client, accountNumber, policyNumber)) ?? null }
    },
    async policy({ client, accountNumber, policyNumber }) {
      const policy = await policyAdmin.policy(client, accountNumber, policyNumber)
      return { policy: policy ? { ...policy, coveredUntil: policy.coveredUntil ?? null } : null }
    },
    async document({ client, accountNumber, key }) {
      return { document: (await policyAdmin.document(client, accountNumber, key)) ?? null }
    },
    async openBills({ client, accountNumber, policyNumber }) {
      const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
      return { bills, policyNumber }
    },
    async entries({ client, accountNumber, policyNumber }) {
      const entries = await policyAdmin.entries(client, accountNumber, policyNumber)
      return { entries, policyNumber }
    },
    async nextCharge({ client, accountNumber, policyNumber, question }) {
      const charge = await policyAdmin.nextCharge(client, accountNumber, policyNumber, question)
      return { charge: charge ?? null, policyNumber }
    },
    async comingBills({ client, accountNumber, policyNumber, question }) {
      const coming = await policyAdmin.comingBills(client, accountNumber, policyNumber, question)
      return { ...coming, policyNumber }
    },
    async chargesAfter({ client, accountNumber, policyNumber, question }) {
      const charges = await policyAdmin.chargesAfter(client, accountNumber, policyNumber, question)
      return {
        charges: charges.map(({ next, ...charge }) => ({ ...charge, next: next ?? null })),
        policyNumber,
      }
    },
    async postings({ client, from, to }) {
      return { postings: await policyAdmin.postings(client, from, to) }
    },
    async autoPayDue({ client, today, after, limit }) {
      const { autoPayDue } = policyAdmin.billing
      return { due: await autoPayDue(client, today, after ?? undefined, limit) }
    },
    async applyPayment(payment) {
      await policyAdmin.applyPayment(payment)
      return { paymentId: payment.paymentId }
    },
    async returnPayment({ client, paymentId, returnedOn }) {
      await policyAdmin.returnPayment(client, paymentId, returnedOn)
      return { paymentId }
    },
    async refundPayment(refund) {
      await policyAdmin.refundPayment(refund)
      return { refundId: refund.refundId }
    },
    async failRefund({ failedOn, ...refund }) {
      await policyAdmin.failRefund(refund, failedOn)
      return { refundId: refund.refundId }
    },
    async postCredit(credit) {
      return { creditId: credit.creditId, isPosted: await policyAdmin.postCredit(credit) }
    },
    async writeOff(writeOff) {
      return { writeOffId: writeOff.writeOffId, amount: await policyAdmin.writeOff(writeOff) }
    },
    async reverseCorrection(reversal) {
      const amount = await policyAdmin.reverseCorrection(reversal)
      return { reversalId: reversal.reversalId, amount }
    },
    async changeContact({ client, accountNumber, version, contact }) {
      const result = await policyAdmin.changeContact(client, accountNumber, version, contact)
      if (typeof result === "boolean") return { accountNumber, isChanged: result }
      return { accountNumber, isChanged: true, ...result }
    },
    async setEmailSubscribed({ client, accountNumber, isSubscribed }) {
      const isChanged = await policyAdmin.setEmailSubscribed(client, accountNumber, isSubscribed)
      return { accountNumber, isChanged }
    },
    async changeBilling(change) {
      return { policyNumber: change.policyNumber, result: await policyAdmin.changeBilling(change) }
    },
    async skipCharge(skip) {
      return { policyNumber: skip.policyNumber, isKnown: await policyAdmin.skipCharge(skip) }
    },
    async issueBills({ client, today }, signal) {
      const billsIssued = (await policyAdmin.billing.issueBills?.(client, today, signal)) ?? 0
      return { client, billsIssued }
    },
  }
}
