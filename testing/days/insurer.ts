import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { TestClock } from "#testing/clock.ts"
import { createAccountSystem } from "../../examples/shared/account-system.ts"
import type { Fact } from "../../examples/shared/book.ts"
import type { Store } from "../../examples/shared/store.ts"
import { type Books, copyOf, openBooks, otherChannel, storeOf } from "./books.ts"

/** Kinds of My Account's changes that the account system stores. */
export type Change = "posting" | "credit" | "autoPay" | "skip" | "contact"

/** How long reads do not show a change: seconds of the test's clock, or a number of reads. */
export type Lag = { seconds: number } | { reads: number }

interface Waiting {
  until: number
  reads: number
  make(books: Books): void
}

const never = Number.POSITIVE_INFINITY

/**
 * An insurer's account system in memory, whose books a test changes as the insurer's staff do. It
 * makes a change immediately, and may show it later: reads come from a copy of the books that lags.
 */
export function createInsurer(clock: TestClock) {
  const books = openBooks()
  const shown = openBooks()
  const lags = new Map<Change, Lag>()
  let waiting: Waiting[] = []

  /** Makes a change in the books, and in the copy once the lag of its kind is over. */
  function change<Result>(kind: Change | "insurer", make: (books: Books) => Result): Result {
    const lag = kind === "insurer" ? undefined : lags.get(kind)
    const result = make(books)
    const isSeconds = lag !== undefined && "seconds" in lag
    const until = isSeconds ? clock.now().getTime() + lag.seconds * 1_000 : never
    const reads = lag !== undefined && "reads" in lag ? lag.reads : never
    if (lag) waiting.push({ until, reads, make })
    else make(shown)
    return result
  }

  function showDue(): void {
    const now = clock.now().getTime()
    const isDue = (one: Waiting) => one.until <= now || one.reads <= 0
    const due = waiting.filter(isDue)
    waiting = waiting.filter((one) => !isDue(one))
    for (const { make } of due) make(shown)
  }

  function read(): Books {
    showDue()
    for (const one of waiting) one.reads -= 1
    return shown
  }

  const lot = (kind: Fact["kind"]): Change =>
    kind === "credit" || kind === "writeOff" || kind === "correctionReversal" ? "credit" : "posting"
  const writing: Store = {
    ...storeOf(() => books),
    async add(client, fact) {
      change(lot(fact.kind), (of) => of.keep(client, fact))
    },
    async writeContact(client, accountNumber, version, contact) {
      const isCurrent = books.personOf(client, accountNumber)?.contactVersion === version
      if (isCurrent)
        change("contact", (of) => {
          const person = of.personOf(client, accountNumber)
          if (person) Object.assign(person, contact, { contactVersion: `${version}+` })
        })
      return isCurrent
    },
    async writeSubscribed(client, accountNumber, isEmailSubscribed) {
      const isChange =
        books.personOf(client, accountNumber)?.isEmailSubscribed !== isEmailSubscribed
      change("contact", (of) => {
        const person = of.personOf(client, accountNumber)
        if (person) Object.assign(person, { isEmailSubscribed })
      })
      return isChange
    },
    async writeMethod(client, policyNumber, seen, method) {
      const isAsSeen = books.product(client, policyNumber).paymentMethodRecordId === seen
      if (isAsSeen)
        change("autoPay", (of) => Object.assign(of.product(client, policyNumber), method))
      return isAsSeen
    },
    async skip(client, policyNumber, dueDates) {
      change(
        "skip",
        (of) => void of.product(client, policyNumber).skippedDueDates.push(...dueDates),
      )
    },
  }

  const written = createAccountSystem(writing)
  const readFrom = createAccountSystem(storeOf(read))
  const { applyPayment, returnPayment, refundPayment, failRefund, postCredit, writeOff } = written
  const { reverseCorrection, changeContact, setEmailSubscribed, changeBilling, skipCharge } =
    written
  let givesVersions = false
  const policyAdmin: PolicyAdmin = {
    ...readFrom,
    ...{ applyPayment, returnPayment, refundPayment, failRefund, postCredit, writeOff },
    ...{ reverseCorrection, setEmailSubscribed, changeBilling, skipCharge },
    async changeContact(client, accountNumber, ...change) {
      const isChanged = await changeContact(client, accountNumber, ...change)
      const { contactVersion = "" } = books.personOf(client, accountNumber) ?? {}
      return isChanged && givesVersions ? { contactVersion } : isChanged
    },
    /** Payments of another channel settle bills, but are not postings of My Account. */
    async postings(client, from, to) {
      const all = await readFrom.postings(client, from, to)
      return all.filter(({ id }) => !id.startsWith(otherChannel))
    },
  }

  return {
    policyAdmin,
    /** Sets how long reads do not show changes of this kind. */
    lag(kind: Change, by: Lag): void {
      lags.set(kind, by)
    },
    /** Makes the answer to a change of contact data contain their version. */
    giveVersions(): void {
      givesVersions = true
    },
    /** Changes the books as the insurer's staff, and reads show it immediately. */
    change: (make: (books: Books) => void) => change("insurer", make),
    /**
     * Changes the books as the insurer's staff, and reads show it as late as our changes of this
     * kind.
     */
    changeLate: (kind: Change, make: (books: Books) => void) => change(kind, make),
    /** A copy of the present books, without a lag. */
    books: () => copyOf(books),
  }
}
