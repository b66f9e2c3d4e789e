import type Stripe from "stripe"
import { createMockCharges } from "./charges.mock.ts"
import { createMockMethods } from "./methods.mock.ts"
import { accounts } from "./rules.mock.ts"
import {
  type Answer,
  createMockStore,
  latestOf,
  type MockEvent,
  ok,
  type Parameters,
  pageOf,
  within,
} from "./stripe-store.mock.ts"

/** The part of Stripe's data and behavior that our adapter uses. */
export function createMockState(name: string) {
  const store = createMockStore(name)
  const { methods, intents, setups, refunds, money, events, follow, emit } = store
  const kept = createMockMethods(store)
  const charges = createMockCharges(store, kept)

  const answers = {
    ...kept.answers,
    ...charges.answers,
    transactions({ payout, created, ...given }: Parameters): Answer {
      const of = payout === undefined ? undefined : String(payout)
      return pageOf(money.transactions(of, within(created)), given)
    },
    payouts: ({ created, ...given }: Parameters): Answer =>
      pageOf(money.payouts(within(created)), given),
    balance: (): Answer => ok({ object: "balance", available: [], livemode: false, pending: [] }),
    events: ({ created, ...given }: Parameters): Answer => {
      const isIn = within(created)
      return pageOf(
        events.toReversed().filter((event) => isIn(event.created)),
        given,
      )
    },
  }

  /** The events that Stripe sends while something happens. */
  function eventsOf(happens: () => void): MockEvent[] {
    const before = events.length
    happens()
    return events.slice(before)
  }

  return {
    answers,
    followed: store.followed,
    follow: store.follow,
    events,
    eventsOf,
    setDepositType: kept.setDepositType,
    chooseBank: kept.chooseBank,
    endVerifications: kept.endVerifications,
    endMandates: kept.endMandates,
    setBlock: kept.setBlock,
    declineNext: charges.declineNext,
    dispute: charges.dispute,
    takeBack: charges.takeBack,
    method(id: string): Stripe.PaymentMethod {
      const found = methods.get(id)
      if (!found) throw new Error(`There is no method ${id}.`)
      return found.method
    },
    /** The newest SetupIntent of a method. */
    setupOf(method: string): Stripe.SetupIntent {
      const found = [...setups.values()].findLast((one) => one.payment_method === method)
      if (!found) throw new Error(`No SetupIntent has ${method}.`)
      return found
    },
    setup(id: string): Stripe.SetupIntent {
      const found = setups.get(id)
      if (!found) throw new Error(`There is no SetupIntent ${id}.`)
      return found
    },
    /** The customer types the code of the deposit on Stripe's page. */
    verify(id: string, code = "SM11AA"): void {
      const setup = [...setups.values()].findLast((one) => one.payment_method === id)
      answers.verifyDeposits(setup?.id ?? "", { descriptor_code: code })
    },
    /** The customer confirms on the page of their bank, or fails to. */
    authenticate(address: string, isConfirmed: boolean): void {
      const id = new URL(address).pathname.split("/").at(-1) ?? ""
      const setup = setups.get(id)
      const intent = intents.get(id)
      const asked = setup ?? intent
      if (asked?.status !== "requires_action") return
      asked.next_action = null
      if (setup && isConfirmed) kept.attach(setup)
      if (setup && !isConfirmed) kept.failSetup(setup, "setup_intent_authentication_failure")
      if (!intent) return
      if (!isConfirmed) {
        follow("refusedConfirmation")
        const code = "payment_intent_authentication_failure"
        charges.fail(intent, { code }, "invalid_request_error")
        return
      }
      intent.status = "succeeded"
      charges.addCharge(intent, "card", "succeeded")
      emit("payment_intent.succeeded", charges.shown(intent))
    },
    thinEvent(): object {
      follow("thinEvents")
      const object = "v2.core.event"
      return { id: "evt_mock", object, type: "v2.core.account.updated", related_object: null }
    },
    payOut: money.payOut,
    intents: () => [...intents.values()],
    customers: () => [...store.customers.values()],
    /** Issues another number and date for a card, as its network does. */
    renewCard(id: string): Stripe.PaymentMethod {
      const method = this.method(id)
      if (!method.card) throw new Error(`There is no card ${id}.`)
      method.card = { ...method.card, last4: "1881", exp_month: 9, exp_year: 2035 }
      emit("payment_method.automatically_updated", method)
      return method
    },
    /** Deletes a customer with their methods, as on Stripe's own pages. */
    deleteCustomer: (id: string) => void answers.deleteCustomer(id),
    /** A payment that other software made. */
    add: (intent: Stripe.PaymentIntent) => void intents.set(intent.id, intent),
    /** Refunds a part of a payment outside our software, in cents. */
    refund(intent: Stripe.PaymentIntent, amount: number): Stripe.Charge {
      charges.addRefund(intent, amount, {})
      return latestOf(intent)
    },
    /** The newest refund of a charge gets this status, such as pending for a bank's. */
    setRefundStatus(intent: Stripe.PaymentIntent, status: "pending" | "succeeded"): void {
      const refund = refunds.find(({ payment_intent: of }) => of === intent.id)
      if (refund) refund.status = status
    },
    /** A refund that comes back; returns it. */
    failRefund(intent: Stripe.PaymentIntent): Stripe.Refund {
      const refund = refunds.find(({ payment_intent: of }) => of === intent.id)
      if (!refund) throw new Error("There is no refund.")
      const charge = latestOf(intent)
      charge.amount_refunded -= refund.amount
      charge.refunded = false
      refund.status = "failed"
      money.add("refund_failure", refund.amount, 0, refund)
      return refund
    },
    /** Ends the waiting period of pending debits; returns the events that Stripe sends. */
    letDaysPass: () =>
      eventsOf(() => {
        kept.returnDeposits()
        for (const intent of intents.values()) {
          const { number } = methods.get(String(intent.payment_method)) ?? {}
          const isStuck = number === accounts.stuck
          if (intent.status === "processing" && !isStuck) charges.settle(intent)
        }
      }),
  }
}
