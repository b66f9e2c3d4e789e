// The operations of the contract over people, bills and entries in memory. Amounts are whole cents
// here.

import { createHash } from "node:crypto"

const cents = (money) => Number(money.replace(".", ""))
const dollars = (amount) => (amount / 100).toFixed(2)
const sum = (list, part = "amount") => list.reduce((total, one) => total + one[part], 0)
const inDollars = (list) => list.map((one) => ({ ...one, amount: dollars(one.amount) }))
const everything = 1e12

/** The cents that a product owes on a bill: its premium, less the entries that settle it. */
const owedOn = ({ entries }, { number, premium }) =>
  premium - sum(entries.filter(({ billNumber }) => billNumber === number))
const openBills = (product) =>
  product.bills.flatMap((bill) => {
    const owed = owedOn(product, bill)
    return owed > 0 ? [{ ...bill, owed }] : []
  })

/** Settles the named bills with money, then the oldest. The next bill uses the rest. */
function settle(product, entry, amount, named = []) {
  const isNamed = ({ number }) => named.includes(number)
  const others = product.bills.filter((bill) => !isNamed(bill))
  let left = amount
  for (const bill of [...product.bills.filter(isNamed), ...others]) {
    const part = Math.min(left, owedOn(product, bill))
    if (part <= 0) continue
    product.entries.push({ ...entry, billNumber: bill.number, amount: part })
    left -= part
  }
  if (left > 0) product.entries.push({ ...entry, billNumber: null, amount: left })
}

/** Takes back money of a lot: unapplied money first, then the money on the newest bills. */
function takeBack(product, entry, amount, reopens = true) {
  let left = amount
  for (const billNumber of [null, ...product.bills.map(({ number }) => number).reverse()]) {
    const isOwn = (one) => one.lot === entry.lot && one.billNumber === billNumber
    const part = Math.min(left, sum(product.entries.filter(isOwn)))
    if (part <= 0) continue
    const place = { ...entry, billNumber }
    product.entries.push({ ...place, amount: -part })
    const isSettledAgain = !reopens && billNumber !== null
    if (isSettledAgain)
      product.entries.push({ ...place, kind: "credit", lot: entry.cause, amount: part })
    left -= part
  }
  return amount - left
}

/** `people` by client: the content of data/accounts.json. */
export function operationsOf(people) {
  const posted = {}
  for (const client of Object.keys(people)) {
    posted[client] = { lots: new Map(), taken: new Map(), early: [], postings: [] }
    for (const product of people[client].flatMap(({ products }) => products)) {
      const { frequencyCode, paymentMethodRecordId, paymentMethodLabel } = product.policy.billing
      const choice = { frequencyCode, paymentMethodRecordId, paymentMethodLabel }
      Object.assign(product, { ...choice, entries: [], skipped: [] })
    }
  }
  const nothing = { lots: new Map(), taken: new Map(), early: [], postings: [] }
  const postedOf = (client) => (Object.hasOwn(posted, client) ? posted[client] : nothing)
  const peopleOf = (client) => (Object.hasOwn(people, client) ? people[client] : [])
  const holderOf = ({ client, accountNumber }) =>
    peopleOf(client).find(({ person }) => person.accountNumber === accountNumber)
  const productOf = (asked) =>
    holderOf(asked)?.products.find(({ policy }) => policy.policyNumber === asked.policyNumber)
  /** A read of a product; `none` is the answer for an unknown product or another person's. */
  const ofProduct = (name, none, read) => (asked) => {
    const product = productOf(asked)
    return { [name]: product ? read(product, asked.question) : none }
  }

  function take(client, fact) {
    const { lots, taken, early, postings } = postedOf(client)
    const { kind, id, paymentId, isFailure = false, on } = fact
    const product = lots.get(paymentId)
    const [name, refund] = [`${kind} ${id} ${isFailure}`, `${kind} ${id} false`]
    if (taken.has(name)) return
    // A reversal waits for its payment, and a failure waits for its refund.
    if (!product || (isFailure && !taken.has(refund))) return void early.push(fact)
    const entry = { kind, lot: paymentId, cause: id, on, note: "" }
    const amount = isFailure
      ? giveBack(product, entry, taken.get(refund))
      : takeBack(product, entry, fact.amount, fact.reopens)
    taken.set(name, amount)
    postings.push({ kind, id, amount: isFailure ? -amount : amount, on })
    settleEarly(client)
  }
  function giveBack(product, entry, amount) {
    const opened = product.entries.filter((one) => one.cause === entry.cause && one.amount < 0)
    takeBack(product, { ...entry, lot: entry.cause }, everything)
    settle(
      product,
      entry,
      amount,
      opened.flatMap(({ billNumber }) => billNumber ?? []),
    )
    return amount
  }
  const settleEarly = (client) => {
    for (const fact of postedOf(client).early.splice(0)) take(client, fact)
  }

  const operations = {
    available: () => ({ isAvailable: true }),
    person: (asked) => ({ person: holderOf(asked)?.person ?? null }),
    personByPolicyNumber: ({ client, ...key }) => ({
      person: operations.find({ clients: [client], key }).people[0]?.person ?? null,
    }),
    find({ clients, key }) {
      const isMeant = ({ person, products }) =>
        key.policyNumber === undefined
          ? plain(person.accountNumber) === plain(key.accountNumber ?? "")
          : products.some(({ policy }) => policy.policyNumber === key.policyNumber)
      const found = (client) => peopleOf(client).filter(isMeant)
      return {
        people: clients.flatMap((client) =>
          found(client).map(({ person }) => ({ client, person })),
        ),
      }
    },
    account(asked) {
      const holder = holderOf(asked)
      const products = holder?.products.map(policyOf)
      return { account: holder ? { person: holder.person, products } : null }
    },
    activeProducts(asked) {
      const { account } = operations.account(asked)
      const isMeant = (one) => one.active || one.policyNumber === asked.policyNumber
      return { products: account ? account.products.filter(isMeant) : null }
    },
    product: ofProduct("product", null, policyOf),
    policy: ofProduct("policy", null, (product) => ({
      ...{ policy: policyOf(product), coveredUntil: null, additionalInsured: [], riders: [] },
      ...{ documents: [], correspondences: [] },
    })),
    document: () => ({ document: null }),
    openBills: ofProduct("bills", [], (product) => openBills(product).map(billOf)),
    entries: ofProduct("entries", [], ({ entries }) => inDollars(entries)),
    nextCharge: ofProduct("charge", null, nextCharge),
    comingBills(asked) {
      const bills = ofProduct("bills", [], (product) =>
        openBills(product).map(({ dueDate, owed }) => {
          const isSkipped = product.skipped.includes(dueDate)
          return { dueDate, owed: dollars(owed), isIssued: true, isSkipped }
        }),
      )(asked)
      return { ...bills, isComplete: false }
    },
    chargesAfter: ofProduct("charges", [], (product, { choices, ...question }) => {
      const unused = product.entries.filter(({ billNumber }) => billNumber === null)
      const byPerson = unused.filter(({ lot }) =>
        product.entries.some((one) => one.lot === lot && one.kind === "payment"),
      )
      return choices.map((choice) => ({
        next: nextCharge({ ...product, ...choice }, question),
        openBills: openBills(product).map(billOf),
        ...{ unapplied: dollars(sum(unused)), unappliedOwn: dollars(sum(byPerson)) },
      }))
    }),
    postings({ client, from, to }) {
      const inPeriod = postedOf(client).postings.filter(({ on }) => from <= on && on <= to)
      return { postings: inDollars(inPeriod) }
    },
    autoPayDue({ client, today, after, limit }) {
      const due = peopleOf(client).flatMap(({ person: { accountNumber }, products }) =>
        products.flatMap(({ policy: { policyNumber, productDesc, active }, ...product }) => {
          const { paymentMethodRecordId, skipped } = product
          const isDue = ({ dueDate }) => dueDate <= today && !skipped.includes(dueDate)
          const bills = openBills(product).filter(isDue)
          if (!active || paymentMethodRecordId === null || bills.length === 0) return []
          const [dueDates, amount] = [bills.map((bill) => bill.dueDate), sum(bills, "owed")]
          const billNumbers = bills.map(({ number }) => number)
          const key = { client, accountNumber, policyNumber, productDesc, paymentMethodRecordId }
          const dueDate = dueDates.at(-1)
          return [{ ...key, dueDate, amount: dollars(amount), billNumbers, dueDates }]
        }),
      )
      const isLater = ({ policyNumber }) => policyNumber > (after?.policyNumber ?? "")
      const inOrder = (one, other) => (one.policyNumber < other.policyNumber ? -1 : 1)
      return { due: due.filter(isLater).toSorted(inOrder).slice(0, limit) }
    },
    applyPayment(asked) {
      const { client, paymentId, paidOn: on, billNumbers } = asked
      const { lots, postings } = postedOf(client)
      if (lots.has(paymentId)) return { paymentId }
      // A payment for a product that does not exist is stored too, and may be returned.
      const product = productOf(asked) ?? { bills: [], entries: [] }
      const [kind, amount] = ["payment", cents(asked.amount)]
      lots.set(paymentId, product)
      postings.push({ kind, id: paymentId, amount, on })
      const entry = { kind, lot: paymentId, cause: paymentId, on, note: "" }
      settle(product, entry, amount, billNumbers)
      settleEarly(client)
      return { paymentId }
    },
    returnPayment({ client, paymentId, returnedOn: on }) {
      take(client, { kind: "return", id: paymentId, paymentId, amount: everything, on })
      return { paymentId }
    },
    refundPayment({ client, refundId, amount, refundedOn: on, ...asked }) {
      take(client, { ...asked, kind: "refund", id: refundId, amount: cents(amount), on })
      return { refundId }
    },
    failRefund({ client, refundId, paymentId, failedOn: on }) {
      take(client, { kind: "refund", id: refundId, paymentId, on, isFailure: true })
      return { refundId }
    },
    postCredit(asked) {
      const { creditId, on, note } = asked
      const product = productOf(asked)
      const reply = { creditId, isPosted: product !== undefined }
      const kind = "credit"
      if (!product || product.entries.some((one) => one.kind === kind && one.cause === creditId))
        return reply
      const amount = cents(asked.amount)
      settle(product, { kind, lot: creditId, cause: creditId, on, note }, amount)
      postedOf(asked.client).postings.push({ kind, id: creditId, amount, on })
      return reply
    },
    writeOff(asked) {
      const { writeOffId, billNumber, on, note } = asked
      const product = productOf(asked)
      const kind = "writeOff"
      const isOwn = (one) => one.kind === kind && one.cause === writeOffId
      const known = sum(product?.entries.filter(isOwn) ?? [])
      const bill = product?.bills.find(({ number }) => number === billNumber)
      const owed = bill && known === 0 ? owedOn(product, bill) : 0
      const amount = Math.min(cents(asked.amount), owed)
      if (amount <= 0) return { writeOffId, amount: dollars(known) }
      const entry = { kind, lot: writeOffId, cause: writeOffId, on, note }
      settle(product, entry, amount, [billNumber])
      postedOf(asked.client).postings.push({ kind, id: writeOffId, amount, on })
      return { writeOffId, amount: dollars(amount) }
    },
    reverseCorrection(asked) {
      const { reversalId, reverses, on, note } = asked
      const { entries = [], ...product } = productOf(asked) ?? { bills: [] }
      const known = -sum(entries.filter(({ cause }) => cause === reversalId))
      const isPayment = entries.some(({ lot, kind }) => lot === reverses && kind === "payment")
      if (known > 0 || isPayment) return { reversalId, amount: dollars(known) }
      const kind = "correctionReversal"
      const entry = { kind, lot: reverses, cause: reversalId, on, note }
      const amount = takeBack({ ...product, entries }, entry, everything)
      if (amount > 0) postedOf(asked.client).postings.push({ kind, id: reversalId, amount, on })
      return { reversalId, amount: dollars(amount) }
    },
    changeContact(asked) {
      const { accountNumber, version, contact } = asked
      const person = holderOf(asked)?.person
      const isChanged = person?.contactVersion === version
      const text = version + JSON.stringify(contact)
      const contactVersion = createHash("sha256").update(text).digest("hex")
      if (isChanged) Object.assign(person, contact, { contactVersion })
      return { accountNumber, isChanged }
    },
    setEmailSubscribed(asked) {
      const { accountNumber, isSubscribed: isEmailSubscribed } = asked
      const person = holderOf(asked)?.person
      const isChanged = person !== undefined && person.isEmailSubscribed !== isEmailSubscribed
      if (isChanged) Object.assign(person, { isEmailSubscribed })
      return { accountNumber, isChanged }
    },
    changeBilling(asked) {
      const { policyNumber, seen, wanted } = asked
      const product = productOf(asked)
      const isPaidAs = (choice) =>
        product?.frequencyCode === choice.frequencyCode &&
        product.paymentMethodRecordId === choice.paymentMethodRecordId
      // This account system offers one frequency per product.
      const isPossible = wanted.frequencyCode === product?.frequencyCode
      const isMade = isPaidAs(wanted) || (isPaidAs(seen) && isPossible)
      if (isMade) Object.assign(product, wanted)
      return { policyNumber, result: isMade ? "made" : "differs" }
    },
    skipCharge(asked) {
      const { policyNumber, dueDates } = asked
      const product = productOf(asked)
      if (product) product.skipped = [...new Set([...product.skipped, ...dueDates])].sort()
      return { policyNumber, isKnown: product !== undefined }
    },
    // The only bills are those of data/accounts.json.
    issueBills: ({ client }) => ({ client, billsIssued: 0 }),
  }
  return operations
}

const plain = (number) => number.replace(/[^a-z0-9]/gi, "").toUpperCase()

function billOf({ premium, owed, ...bill }) {
  const none = { fee: "0.00", adjustment: "0.00", credit: "0.00", coveredUntil: null }
  return { ...bill, ...none, premium: dollars(premium), owed: dollars(owed) }
}

function policyOf({ policy, ...product }) {
  const { frequencyCode, paymentMethodRecordId, paymentMethodLabel, entries, skipped } = product
  const open = openBills(product)
  // Without an open bill, uses money that no bill has used yet.
  const newest = open.at(-1) ?? { number: null, premium: 0 }
  const lowering = entries.filter(({ billNumber }) => billNumber === newest.number)
  const billing = {
    ...{ frequencyCode, paymentMethodRecordId, paymentMethodLabel, skippedDueDates: skipped },
    amountPaid: dollars(paid(entries)),
    ...{ dueDate: open[0]?.dueDate ?? null, amountDue: dollars(newest.premium) },
    pastDueAmount: dollars(sum(open.slice(0, -1), "owed")),
    billingCredit: dollars(Math.max(sum(lowering), 0)),
    alreadyPaid: dollars(paid(lowering)),
    openAmounts: open.map(({ dueDate, premium, owed }) => {
      return { dueDate, cost: dollars(premium), owed: dollars(owed) }
    }),
  }
  const coveredUntil = paidTo(policy.coveredUntil, product.bills, open)
  return { ...policy, coveredUntil, billing: { ...policy.billing, ...billing } }
}

/** The end of the last period before the oldest open bill, or the day in data/accounts.json. */
function paidTo(before = null, bills, [oldest]) {
  const paid = bills.filter(({ number }) => oldest === undefined || number < oldest.number)
  const { periodTo = before } = paid.at(-1) ?? {}
  return before !== null && periodTo < before ? before : periodTo
}

/** The part of these entries that the person has paid and that was not returned. */
function paid(entries) {
  const byPerson = entries.filter(({ kind }) => /^(payment|return|refund)$/.test(kind))
  return Math.max(sum(byPerson), 0)
}

/** The oldest open bills whose sum is large enough. Later bills are not known. */
function nextCharge(product, { today, minimum = "0.01", dueDates = [], underWay = [] }) {
  const isOn = product.paymentMethodRecordId !== null
  const isAsked = product.bills.some(({ dueDate }) => dueDates.includes(dueDate))
  const open = openBills(product).filter(({ dueDate, number }) => {
    const isLeftOut = isOn ? product.skipped.includes(dueDate) : underWay.includes(number)
    return !isLeftOut && (!isAsked || dueDates.includes(dueDate))
  })
  for (const { dueDate } of open) {
    const date = isOn && dueDate < today ? today : dueDate
    const charged = open.filter((bill) => bill.dueDate <= date)
    const [owed, premium] = [sum(charged, "owed"), sum(charged, "premium")]
    if (owed < cents(minimum)) continue
    const lowering = product.entries.filter(({ billNumber }) =>
      charged.some(({ number }) => number === billNumber),
    )
    return {
      ...{ date, dueDates: charged.map((bill) => bill.dueDate), amount: dollars(owed) },
      ...{ billNumbers: charged.map(({ number }) => number), premium: dollars(premium) },
      ...{
        fee: "0.00",
        adjustment: "0.00",
        credit: dollars(premium - owed),
        alreadyPaid: dollars(paid(lowering)),
      },
    }
  }
  return null
}
