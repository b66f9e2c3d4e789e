import { randomUUID } from "node:crypto"
import { asking, type Fault, type Json, type Passing, replying } from "./broken-server.mock.ts"

const json = "application/json"
const currentBillCheck =
  "gives the open bill that is not due yet the new frequency's price, as it was quoted"
const otherBillsCheck = "leaves every bill that is due or paid as it is when the frequency changes"
const paidBill = {
  ...{ number: 1, periodFrom: "2031-12-31", periodTo: "2032-03-30", dueDate: "2031-12-31" },
  ...{ premium: "75.00", fee: "0.00", adjustment: "0.00", credit: "0.00", owed: "49.00" },
  coveredUntil: null,
}
const forAnother = (passing: Passing, change: Json) =>
  passing.forward({
    asked: { ...passing.asked, ...change },
    headers: { ...passing.headers, "idempotency-key": randomUUID() },
  })

export const faultyChanges: Fault[] = [
  {
    name: "ignores Idempotency-Keys",
    foundBy: "refuses another request under a used key, and changes nothing",
    async answer(passing) {
      const key = passing.headers["idempotency-key"]
      return key === undefined ? await passing.forward() : await forAnother(passing, {})
    },
  },
  {
    name: "repeats a change of billing when its key is repeated",
    foundBy: "makes a change of how a product is paid once for its key, also after another change",
    answer: (passing) =>
      passing.name === "changeBilling" ? forAnother(passing, {}) : passing.forward(),
  },
  {
    name: "does not require an Idempotency-Key",
    foundBy: "refuses a change without a key",
    answer: ({ forward, headers }) =>
      forward({
        headers: { ...headers, "idempotency-key": headers["idempotency-key"] ?? randomUUID() },
      }),
  },
  {
    name: "posts a payment twice when it arrives twice in parallel",
    foundBy: "posts once for ten equal requests with one key at once, and answers all alike",
    answer: twiceAtOnce("key"),
  },
  {
    name: "posts a payment again under another key",
    foundBy: "posts once for one payment under ten keys",
    answer: twiceAtOnce("paymentId"),
  },
  {
    name: "merges two payments of the same amount",
    foundBy: "posts every one of ten payments that come at once",
    answer: firstOfEqual(),
  },
  {
    name: "loses a payment",
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: losing("applyPayment", ({ paymentId }) => ({ paymentId })),
  },
  {
    name: "loses a return",
    foundBy: "returns a payment once, and everything is due as before",
    answer: losing("returnPayment", ({ paymentId }) => ({ paymentId })),
  },
  {
    name: "loses a refund",
    foundBy: "refunds a part of a payment once, and undoes a refund that failed",
    answer: losing("refundPayment", ({ refundId }) => ({ refundId })),
  },
  {
    name: "loses a change of contact data",
    foundBy: "writes contact data that every read shows, with a new version and nothing else",
    answer: losing("changeContact", ({ accountNumber }) => ({ accountNumber, isChanged: true })),
  },
  {
    name: "loses a change of billing",
    foundBy: "changes how a product is paid once, only from the way that was seen",
    answer: losing("changeBilling", ({ policyNumber }) => ({ policyNumber, result: "made" })),
  },
  {
    name: "answers about another payment",
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: replying(["applyPayment"], () => ({ paymentId: "another" })),
  },
  {
    name: "reads bills from a cache",
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: stale("openBills"),
  },
  {
    name: "reads accounts from a cache",
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: stale("account"),
  },
  ...(["activeProducts", "policy", "comingBills", "product"] as const).map((read) => ({
    name: `reads ${read} from a cache`,
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: stale(read),
  })),
  {
    name: "shows a payment after some reads",
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: lagging(5),
  },
  {
    name: "does not list postings",
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: replying(["postings"], () => ({ postings: [] })),
  },
  {
    name: "lists entries of the last posting first",
    foundBy: "shows a payment in every read that follows it, and in no other product",
    answer: replying(["entries"], ({ entries }) => ({ entries: entries.toReversed() })),
  },
  {
    name: "ignores the bills that a payment names",
    foundBy: "settles the bill that a payment names first",
    answer: replying(["entries"], ({ entries }) => ({
      entries: entries.map((one: Json) => ({
        ...one,
        billNumber: one.billNumber && one.billNumber + 1,
      })),
    })),
  },
  {
    name: "ignores the version of contact data",
    foundBy: "refuses a change from a version that is no longer current",
    async answer(passing) {
      if (passing.name !== "changeContact") return await passing.forward()
      const { client, accountNumber } = passing.asked ?? {}
      const now = await passing.forward({ name: "person", asked: { client, accountNumber } })
      const { person } = JSON.parse(now.text)
      return await forAnother(passing, { version: person?.contactVersion ?? "" })
    },
  },
  {
    name: "reports success for a refused change",
    foundBy: "refuses a change from a version that is no longer current",
    answer: replying(["changeContact"], (reply) => ({ ...reply, isChanged: true })),
  },
  {
    name: "never changes the version of contact data",
    foundBy: "writes contact data that every read shows, with a new version and nothing else",
    answer: sameVersion(),
  },
  {
    name: "always reports that the subscription changed",
    foundBy: "turns emails off and on, and says whether that changed the value",
    answer: replying(["setEmailSubscribed"], (reply) => ({ ...reply, isChanged: true })),
  },
  {
    name: "changes contact data under any client",
    foundBy: "changes no contact data under another client or number",
    answer: asking(["changeContact", "setEmailSubscribed"], (asked) => ({
      ...asked,
      client: "second-client",
    })),
  },
  {
    name: "returns a payment under any client",
    foundBy: "ignores the return of a payment under another client",
    answer: asking(["returnPayment"], (asked) => ({ ...asked, client: "second-client" })),
  },
  {
    name: "posts a credit under any client",
    foundBy: "posts no credit and no write-off to a product under another person or client",
    answer: asking(["postCredit"], (asked) => ({ ...asked, client: "second-client" })),
  },
  {
    name: "takes a credit back twice",
    foundBy: "posts a credit once, and takes it back once",
    answer: replying(["reverseCorrection"], (reply) => ({ ...reply, amount: "1.00" })),
  },
  {
    name: "reports more written off than is owed",
    foundBy: "writes a part of a bill off once, at most what is owed, and takes it back",
    answer: replying(["writeOff"], (reply, asked) => ({ ...reply, amount: asked.amount })),
  },
  {
    name: "changes how a product is paid without comparing the present way",
    foundBy: "changes how a product is paid once, only from the way that was seen",
    answer: replying(["changeBilling"], (reply) => ({ ...reply, result: "made" })),
  },
  {
    name: "skips charges of unknown products",
    foundBy: "skips no charge of a product under another person or client",
    answer: replying(["skipCharge"], (reply) => ({ ...reply, isKnown: true })),
  },
  {
    name: "accepts amounts that are not texts",
    foundBy: "refuses amounts and dates that are not in the contract's form, and posts nothing",
    answer: asking(["applyPayment"], (asked) =>
      typeof asked.amount === "number" ? { ...asked, amount: asked.amount.toFixed(2) } : asked,
    ),
  },
  {
    name: "makes bills due again after a refund with a credit",
    foundBy: "settles the bills of a refund that reopens nothing by a credit",
    answer: asking(["refundPayment"], (asked) => ({ ...asked, reopens: true })),
  },
  {
    name: "shortens the coverage when a payment is posted",
    foundBy: "never moves the last day that is paid back when a payment is posted",
    answer: shortening(),
  },
  {
    name: "drops the part of a payment that exceeds the open bills",
    foundBy: "keeps money that no open bill needs for the next bill",
    answer: replying(["chargesAfter"], ({ charges }) => ({
      charges: charges.map((one: Json) => ({ ...one, unapplied: "0.00", unappliedOwn: "0.00" })),
    })),
  },
  {
    name: "has no entry for money that settles no bill",
    foundBy: "keeps money that no open bill needs for the next bill",
    answer: replying(["entries"], ({ entries }) => ({
      entries: entries.filter((one: Json) => one.billNumber !== null),
    })),
  },
  {
    name: "counts a credit as money that the person has paid",
    foundBy: "keeps money that no open bill needs for the next bill",
    answer: replying(["chargesAfter"], ({ charges }) => ({
      charges: charges.map((one: Json) => ({ ...one, unappliedOwn: one.unapplied })),
    })),
  },
  {
    name: "leaves the open bill at its price when the frequency changes",
    foundBy: currentBillCheck,
    answer: repricing((bills) => bills.map((bill) => ({ ...bill, premium: "26.00" }))),
  },
  {
    name: "charges the auto pay fee without auto pay when the frequency changes",
    foundBy: currentBillCheck,
    answer: repricing((bills) => bills.map((bill) => ({ ...bill, fee: "1.00" }))),
  },
  {
    name: "quotes another price for a frequency than it charges",
    foundBy: currentBillCheck,
    answer: replying(["chargesAfter"], ({ charges }, { question }) => ({
      charges: charges.map((one: Json) =>
        question.choices.length > 1
          ? one
          : { ...one, openBills: one.openBills.map((bill: Json) => ({ ...bill, owed: "0.01" })) },
      ),
    })),
  },
  {
    name: "reprices a due bill for a new frequency",
    foundBy: otherBillsCheck,
    answer: repricing((bills) =>
      bills.map((bill, n) => (n < bills.length - 1 ? { ...bill, premium: "75.00" } : bill)),
    ),
  },
  {
    name: "reopens a paid bill at the price of a new frequency",
    foundBy: otherBillsCheck,
    answer: repricing((bills) => (bills.length > 0 ? bills : [paidBill])),
  },
  {
    name: "drops a due bill when the frequency changes",
    foundBy: otherBillsCheck,
    answer: repricing((bills) => bills.slice(-1)),
  },
  {
    name: "accepts dates with a time",
    foundBy:
      "refuses dates with a time, impossible dates, and amounts that are not exact decimal texts",
    answer: asking(["nextCharge"], (asked) =>
      typeof asked.question?.today === "string"
        ? { ...asked, question: { ...asked.question, today: asked.question.today.slice(0, 10) } }
        : asked,
    ),
  },
]

/** Changes the open bills of a product while its frequency is not monthly. */
function repricing(change: (bills: Json[]) => Json[]): Fault["answer"] {
  const changed = new Set<string>()
  return async (passing) => {
    const answer = await passing.forward()
    const { name, asked } = passing
    if (answer.status !== 200 || !asked) return answer
    const reply = JSON.parse(answer.text)
    if (name === "changeBilling" && reply.result === "made") {
      if (asked.wanted.frequencyCode === "M") changed.delete(asked.policyNumber)
      else changed.add(asked.policyNumber)
    }
    if (name !== "openBills" || !changed.has(asked.policyNumber)) return answer
    return { ...answer, text: JSON.stringify({ bills: change(reply.bills) }) }
  }
}

/** Shows each product with an earlier end of what is paid once a payment came. */
function shortening(): Fault["answer"] {
  let isPaid = false
  return async (passing) => {
    if (passing.name === "applyPayment") isPaid = true
    const answer = await passing.forward()
    if (!isPaid || passing.name !== "product" || answer.status !== 200) return answer
    const reply = JSON.parse(answer.text)
    if (reply.product) reply.product.coveredUntil = "2026-01-31"
    return { ...answer, text: JSON.stringify(reply) }
  }
}

/** Repeated payments with the same value are posted as new ones. */
function twiceAtOnce(same: "key" | "paymentId"): Fault["answer"] {
  const seen = new Set<string>()
  return async (passing) => {
    if (passing.name !== "applyPayment" || !passing.asked) return await passing.forward()
    const { paymentId } = passing.asked
    const value = same === "key" ? (passing.headers["idempotency-key"] ?? "") : paymentId
    if (!seen.has(value)) {
      seen.add(value)
      return await passing.forward()
    }
    const { status, type } = await forAnother(passing, { paymentId: randomUUID() })
    return { status, type, text: JSON.stringify({ paymentId }) }
  }
}

function firstOfEqual(): Fault["answer"] {
  const seen = new Set<string>()
  return async (passing) => {
    if (passing.name !== "applyPayment" || !passing.asked) return await passing.forward()
    const { policyNumber, amount, paymentId } = passing.asked
    const alike = `${policyNumber} ${amount}`
    if (!seen.has(alike)) {
      seen.add(alike)
      return await passing.forward()
    }
    return { status: 200, type: json, text: JSON.stringify({ paymentId }) }
  }
}

/** Answers with success without passing the request on. */
function losing(name: Passing["name"], reply: (asked: Json) => Json): Fault["answer"] {
  return async (passing) =>
    passing.name === name && passing.asked && passing.headers["idempotency-key"]
      ? { status: 200, type: json, text: JSON.stringify(reply(passing.asked)) }
      : await passing.forward()
}

/** Repeats the first answer to a request. */
function stale(name: Passing["name"]): Fault["answer"] {
  const kept = new Map<string, ReturnType<Passing["forward"]>>()
  return async (passing) => {
    if (passing.name !== name) return await passing.forward()
    const asked = JSON.stringify(passing.asked)
    const answer = kept.get(asked) ?? passing.forward()
    kept.set(asked, answer)
    return await answer
  }
}

/** Answers this many requests after a payment with the state before it, like a lagging copy. */
function lagging(reads: number): Fault["answer"] {
  const before = new Map<string, Awaited<ReturnType<Passing["forward"]>>>()
  let left = 0
  return async (passing) => {
    const { name, asked } = passing
    if (name === "applyPayment") left = reads
    const question = `${name} ${JSON.stringify(asked)}`
    const known = before.get(question)
    if (left > 0 && known) {
      left -= 1
      return known
    }
    const answer = await passing.forward()
    if (left === 0 && name !== "applyPayment") before.set(question, answer)
    return answer
  }
}

/** Always shows the first version of a person. */
function sameVersion(): Fault["answer"] {
  return replying(["person", "account"], (reply) => {
    const person = reply.person ?? reply.account?.person
    if (person) person.contactVersion = "1"
  })
}
