import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { sumOf } from "./book.ts"
import type { Lookup } from "./lookup.ts"
import type { Store } from "./store.ts"

const nothingMore = { policyNumber: "", billNumbers: [], reopens: true, note: "", amount: 0 }

/** The operations that change something: each stores one fact, or writes one row. */
export function changesOf(store: Store, { productOf }: Lookup) {
  const key = ({
    client,
    accountNumber,
    policyNumber,
  }: Record<"client" | "accountNumber" | "policyNumber", string>) =>
    [client, accountNumber, policyNumber] as const

  return {
    async applyPayment({ client, paymentId, policyNumber, amount, paidOn, billNumbers = [] }) {
      const fact = {
        ...nothingMore,
        kind: "payment",
        id: paymentId,
        lot: paymentId,
        on: paidOn,
      } as const
      await store.add(client, { ...fact, policyNumber, amount, billNumbers: [...billNumbers] })
    },
    async returnPayment(client, paymentId, returnedOn) {
      await store.add(client, {
        ...nothingMore,
        kind: "return",
        id: paymentId,
        lot: paymentId,
        on: returnedOn,
      })
    },
    async refundPayment({ client, paymentId, refundId, amount, refundedOn, reopens }) {
      await store.add(client, {
        ...nothingMore,
        kind: "refund",
        id: refundId,
        lot: paymentId,
        amount,
        on: refundedOn,
        reopens,
      })
    },
    async failRefund({ client, paymentId, refundId, amount, reopens }, failedOn) {
      await store.add(client, {
        ...nothingMore,
        kind: "refundFailure",
        id: refundId,
        lot: paymentId,
        amount,
        on: failedOn,
        reopens,
      })
    },
    async postCredit({ creditId, amount, on, note, ...of }) {
      if (!(await productOf(...key(of)))) return false
      const { client, policyNumber } = of
      await store.add(client, {
        ...nothingMore,
        kind: "credit",
        id: creditId,
        lot: creditId,
        policyNumber,
        amount,
        on,
        note,
      })
      return true
    },
    async writeOff({ writeOffId, billNumber, amount, on, note, ...of }) {
      const { client, policyNumber } = of
      const found = await productOf(...key(of))
      const isKnown = found?.facts.some(({ kind, id }) => kind === "writeOff" && id === writeOffId)
      const owed = found?.openBills.find(({ number }) => number === billNumber)?.owed ?? 0
      if (!isKnown && owed === 0) return 0
      await store.add(client, {
        ...nothingMore,
        kind: "writeOff",
        id: writeOffId,
        lot: writeOffId,
        policyNumber,
        amount: Math.min(amount, owed),
        on,
        note,
        billNumbers: [billNumber],
      })
      const entries = (await productOf(...key(of)))?.entries ?? []
      return sumOf(entries.filter(({ cause }) => cause === writeOffId))
    },
    async reverseCorrection({ reversalId, reverses, on, note, ...of }) {
      const { client, policyNumber } = of
      const found = await productOf(...key(of))
      const isKnown = found?.facts.some(
        ({ kind, id }) => kind === "correctionReversal" && id === reversalId,
      )
      const own = found?.entries.filter(({ lot }) => lot === reverses) ?? []
      const isPayment = own.some(({ kind }) => kind === "payment")
      if (!isKnown && (sumOf(own) <= 0 || isPayment)) return 0
      await store.add(client, {
        ...nothingMore,
        kind: "correctionReversal",
        id: reversalId,
        lot: reverses,
        policyNumber,
        on,
        note,
      })
      const entries = (await productOf(...key(of)))?.entries ?? []
      return -sumOf(entries.filter(({ cause }) => cause === reversalId))
    },
    changeContact: store.writeContact,
    setEmailSubscribed: store.writeSubscribed,
    async changeBilling({ seen, wanted, ...of }) {
      const found = await productOf(...key(of))
      if (!found || wanted.frequencyCode !== "M" || seen.frequencyCode !== "M") return "differs"
      const { paymentMethodRecordId, paymentMethodLabel } = wanted
      const method = { paymentMethodRecordId, paymentMethodLabel }
      if (found.product.paymentMethodRecordId === paymentMethodRecordId) return "made"
      const isMade = await store.writeMethod(
        of.client,
        of.policyNumber,
        seen.paymentMethodRecordId,
        method,
      )
      return isMade ? "made" : "differs"
    },
    async skipCharge({ dueDates, ...of }) {
      if (!(await productOf(...key(of)))) return false
      await store.skip(of.client, of.policyNumber, dueDates)
      return true
    },
  } satisfies Partial<PolicyAdmin>
}
