import type { OperationName, ReplyOf, RequestOf } from "../contract/operations.ts"
import type { AutoPayDue, PolicyAdmin } from "../port.ts"
import { Misfit } from "./failures.ts"

type Ask = <Name extends OperationName>(
  name: Name,
  request: RequestOf<Name>,
  signal?: AbortSignal,
  changeId?: string,
) => Promise<ReplyOf<Name>>

/**
 * The port on top of a function that sends one request of the contract. Errors: those of `ask`,
 * also of `available`.
 */
export function portOver(ask: Ask): PolicyAdmin {
  return {
    async available() {
      return (await ask("available", {})).isAvailable
    },
    async person(client, accountNumber) {
      return (await ask("person", { client, accountNumber })).person ?? undefined
    },
    async personByPolicyNumber(client, policyNumber) {
      return (await ask("personByPolicyNumber", { client, policyNumber })).person ?? undefined
    },
    async find(clients, key) {
      return (await ask("find", { clients, key })).people
    },
    async account(client, accountNumber) {
      return (await ask("account", { client, accountNumber })).account ?? undefined
    },
    async activeProducts(client, accountNumber, policyNumber) {
      const asked = { client, accountNumber, policyNumber }
      return (await ask("activeProducts", asked)).products ?? undefined
    },
    async product(client, accountNumber, policyNumber) {
      const asked = { client, accountNumber, policyNumber }
      return (await ask("product", asked)).product ?? undefined
    },
    async policy(client, accountNumber, policyNumber) {
      return (await ask("policy", { client, accountNumber, policyNumber })).policy ?? undefined
    },
    async document(client, accountNumber, key) {
      return (await ask("document", { client, accountNumber, key })).document ?? undefined
    },
    async openBills(client, accountNumber, policyNumber) {
      return (await ask("openBills", { client, accountNumber, policyNumber })).bills
    },
    async entries(client, accountNumber, policyNumber) {
      return (await ask("entries", { client, accountNumber, policyNumber })).entries
    },
    async nextCharge(client, accountNumber, policyNumber, question) {
      const asked = { client, accountNumber, policyNumber, question }
      return (await ask("nextCharge", asked)).charge ?? undefined
    },
    async comingBills(client, accountNumber, policyNumber, question) {
      const asked = { client, accountNumber, policyNumber, question }
      const { bills, isComplete } = await ask("comingBills", asked)
      return { bills, isComplete }
    },
    async chargesAfter(client, accountNumber, policyNumber, question) {
      const asked = { client, accountNumber, policyNumber, question }
      const { charges } = await ask("chargesAfter", asked)
      return charges.map(({ next, ...charge }) => ({ ...charge, next: next ?? undefined }))
    },
    async postings(client, from, to) {
      return (await ask("postings", { client, from, to })).postings
    },
    async applyPayment(payment) {
      await ask("applyPayment", payment)
    },
    async returnPayment(client, paymentId, returnedOn) {
      await ask("returnPayment", { client, paymentId, returnedOn })
    },
    async refundPayment(refund) {
      await ask("refundPayment", refund)
    },
    async failRefund(refund, failedOn) {
      await ask("failRefund", { ...refund, failedOn })
    },
    async postCredit(credit) {
      return (await ask("postCredit", credit)).isPosted
    },
    async writeOff(writeOff) {
      return (await ask("writeOff", writeOff)).amount
    },
    async reverseCorrection(reversal) {
      return (await ask("reverseCorrection", reversal)).amount
    },
    async changeContact(client, accountNumber, version, contact) {
      const asked = { client, accountNumber, version, contact }
      const { isChanged, contactVersion } = await ask("changeContact", asked)
      return isChanged && contactVersion !== undefined ? { contactVersion } : isChanged
    },
    async setEmailSubscribed(client, accountNumber, isSubscribed) {
      return (await ask("setEmailSubscribed", { client, accountNumber, isSubscribed })).isChanged
    },
    async changeBilling({ changeId, ...change }) {
      return (await ask("changeBilling", change, undefined, changeId)).result
    },
    async skipCharge(skip) {
      return (await ask("skipCharge", skip)).isKnown
    },
    billing: {
      async issueBills(client, today, signal) {
        return (await ask("issueBills", { client, today }, signal)).billsIssued
      },
      async autoPayDue(client, today, after, limit) {
        const usable: AutoPayDue[] = []
        for (let last = after; ; ) {
          const asked = { client, today, after: last ?? null, limit }
          // `ask` leaves a hole for each row that does not match the shape.
          const rows: readonly (AutoPayDue | undefined)[] = (await ask("autoPayDue", asked)).due
          const fitting = rows.filter((row) => row !== undefined)
          usable.push(...fitting)
          if (rows.length < limit || usable.length >= limit) return usable.slice(0, limit)
          last = fitting.at(-1)
          if (!last) throw new Misfit("No row of a page fits the contract.", { field: "due" })
        }
      },
    },
  }
}
