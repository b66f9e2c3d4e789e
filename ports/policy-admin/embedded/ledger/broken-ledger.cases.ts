import { settledOf, standingBills } from "./balance.ts"
import { addBill } from "./book.ts"
import { type Ledger, ledger, ledgerProperties } from "./ledger-properties-fixture.ts"
import { dayAfter, dayBefore } from "./periods.ts"
import type { Book } from "./types.ts"

const { issueBills, reprice, post, dueBills, nextCharge } = ledger

/** Ledgers with one fault each, and the property that detects it. */
export const brokenLedgers: readonly { name: string; law: string; broken: Ledger }[] = [
  broken("takes the day in UTC", ledgerProperties.day, { dayAt: (at) => ledger.dayAt(at, "UTC") }),
  broken("takes the day by a fixed offset", ledgerProperties.day, {
    dayAt: (at, zone) => ledger.dayAt(at, zone === "America/New_York" ? "Etc/GMT+5" : zone),
  }),
  broken("skips periods that passed", ledgerProperties.owed, {
    issueBills(book, terms, today) {
      const after = issueBills(book, terms, today)
      const added = after.bills.slice(book.bills.length)
      const last = added.at(-1)
      return last && added.length > 1 ? addBill(book, last) : after
    },
  }),
  broken("bills a period again", ledgerProperties.periods, {
    issueBills(book, terms, today) {
      const last = standingBills(book).at(-1)
      const after = issueBills(book, terms, today)
      if (!last || last.dueDate > today || after !== book) return after
      return addBill(book, { ...last, number: book.bills.length + 1, issuedOn: today })
    },
  }),
  broken("stays on the last day of a short month", ledgerProperties.owed, {
    issueBills(book, terms, today) {
      const last = standingBills(book).at(-1)
      const billingDay = last ? Number(last.dueDate.slice(8)) : terms.billingDay
      return issueBills(book, { ...terms, billingDay }, today)
    },
  }),
  broken("bills a lapsed product", ledgerProperties.owed, {
    issueBills: (book, terms, today) => issueBills(book, { ...terms, isBilled: true }, today),
  }),
  broken("charges a day early", ledgerProperties.early, {
    dueBills: (book, today) => dueBills(book, dayAfter(today)),
  }),
  broken("charges a day late", ledgerProperties.owed, {
    dueBills: (book, today) => dueBills(book, dayBefore(today)),
  }),
  broken("charges the next bill with a returned one", ledgerProperties.early, {
    dueBills(book, today) {
      const due = dueBills(book, today)
      return due.length > 0 ? dueBills(book, "9999-12-31") : due
    },
  }),
  broken("shows the next charge without its fee", ledgerProperties.shown, {
    nextCharge(book, terms, today) {
      const next = nextCharge(book, terms, today)
      return next && { ...next, amount: next.amount - next.fee, fee: 0 }
    },
  }),
  broken("shows the next charge without advance payments", ledgerProperties.shown, {
    nextCharge(book, terms, today) {
      const next = nextCharge(book, terms, today)
      return next && { ...next, amount: next.amount + next.credit, credit: 0 }
    },
  }),
  broken("drops returns", ledgerProperties.owed, {
    post: (book, fact) => (fact.kind === "return" ? book : post(book, fact)),
  }),
  broken("makes every refunded bill due again", ledgerProperties.owed, {
    post: (book, fact) => post(book, "paymentId" in fact ? { ...fact, reopens: true } : fact),
  }),
  broken("makes a bill due although its refund left a credit", ledgerProperties.refunds, {
    post: (book, fact) => post(book, "paymentId" in fact ? { ...fact, reopens: true } : fact),
  }),
  broken("reopens older bills with a refund", ledgerProperties.refunds, {
    post(book, fact) {
      if (fact.kind !== "refund" || !fact.reopens) return post(book, fact)
      const { paymentId, id } = fact
      const own = book.entries.filter(({ lot }) => lot === paymentId)
      const amount = own.reduce((sum, entry) => sum + entry.amount, 0) - fact.amount
      // A credit takes the place of the money on the newest bills.
      const credit = { ...fact, id: `credit ${id}`, amount, reopens: false }
      return post(post(book, credit), { ...fact, paymentId, kind: "return", id: paymentId })
    },
  }),
  broken("drops failed refunds", ledgerProperties.owed, {
    post: (book, fact) => (fact.kind === "refundFailure" ? book : post(book, fact)),
  }),
  broken("loses the adjustment of a loaded bill", ledgerProperties.owed, {
    openingOf: (balance) => ledger.openingOf({ ...balance, adjustment: 0 }),
  }),
  broken("loads arrears of several periods as one bill", ledgerProperties.owed, {
    openingOf({ earlierBills = [], ...balance }) {
      const past = earlierBills.reduce((sum, { amountDue }) => sum + amountDue, 0)
      const dueDate = earlierBills[0]?.dueDate ?? balance.dueDate
      return ledger.openingOf({ ...balance, dueDate, pastDueAmount: balance.pastDueAmount + past })
    },
  }),
  broken("bills the paid periods of a loaded balance again", ledgerProperties.owed, {
    openingOf({ billedThrough: _, ...balance }) {
      return ledger.openingOf(balance)
    },
  }),
  broken("bills a reactivated product for the time of its lapse", ledgerProperties.owed, {
    issueBills: (book, terms, today) =>
      issueBills(book, { ...terms, billedFrom: terms.billedFrom && "1970-01-01" }, today),
  }),
  broken("issues every late bill without an operator", ledgerProperties.owed, {
    issueBills: (book, terms, today) => ledger.catchUp(book, terms, today, 120),
  }),
  broken("drops reversals of credits and write-offs", ledgerProperties.owed, {
    post: (book, fact) => (fact.kind === "correctionReversal" ? book : post(book, fact)),
  }),
  broken("takes a write-off from the oldest bill", ledgerProperties.owed, {
    post(book, fact) {
      if (fact.kind !== "writeOff") return post(book, fact)
      const { billNumber: _, ...unnamed } = fact
      return post(book, unnamed)
    },
  }),
  broken("settles the oldest bills rather than those that a charge names", ledgerProperties.owed, {
    post(book, fact) {
      if ("paymentId" in fact) return post(book, fact)
      const { billNumbers: _, ...unnamed } = fact
      return post(book, unnamed)
    },
  }),
  broken("counts a surplus twice", ledgerProperties.owed, {
    post(book, fact) {
      const after = post(book, fact)
      const surplus = settledOf(after, null) - settledOf(book, null)
      if (fact.kind !== "payment" || surplus <= 0) return after
      return post(after, { ...fact, id: `${fact.id} again`, amount: surplus })
    },
  }),
  broken("posts a repeated report again", ledgerProperties.replay, {
    post(book, fact) {
      const after = post(book, fact)
      const id = `${fact.id} ${book.entries.length}`
      return after === book && fact.kind === "payment" ? post(book, { ...fact, id }) : after
    },
  }),
  broken("dates a late report by its arrival", ledgerProperties.owed, {
    post: (book, fact) => post(book, { ...fact, on: latest(book, fact.on) }),
  }),
  broken("forgets returns that arrive before their payment", ledgerProperties.replay, {
    post(book, fact) {
      const isKnown =
        !("paymentId" in fact) || book.entries.some(({ lot }) => lot === fact.paymentId)
      return isKnown ? post(book, fact) : book
    },
  }),
  broken("changes the price of a bill that is due", ledgerProperties.owed, {
    reprice: (book, terms, today) => reprice(book, terms, monthsBefore(today)),
  }),
  broken("posts more money than was received", ledgerProperties.sums, {
    post(book, fact) {
      const after = post(book, fact)
      const entry = after.entries.at(-1)
      if (after === book || fact.kind !== "payment" || !entry) return after
      const number = entry.number + 1
      return {
        ...after,
        entries: [...after.entries, { ...entry, number, cause: "none", billNumber: 99 }],
      }
    },
  }),
]

function broken(name: string, law: string, fault: Partial<Ledger>) {
  return { name, law, broken: { ...ledger, ...fault } }
}

function latest(book: Book, on: string): string {
  const last = book.entries.at(-1)?.on ?? on
  return last > on ? last : on
}

function monthsBefore(today: string): string {
  return Temporal.PlainDate.from(today).subtract({ months: 3 }).toString()
}
