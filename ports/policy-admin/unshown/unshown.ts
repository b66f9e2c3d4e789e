import { randomUUID } from "node:crypto"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import { earlier } from "#platform/time.ts"
import {
  AccountSystemAway,
  type AutoPayDue,
  type Billing,
  type ChargeQuestion,
  type NextCharge,
  type Person,
  type Policy,
  type PolicyAdmin,
  shownWithinHours,
} from "../port.ts"
import { chargeWithoutSkipped } from "./own-charge.ts"
import { isSameChoice, laterBilling, laterMethod, laterPerson, settledSkips } from "./own-values.ts"
import {
  deleteOldUnshown,
  deleteShown,
  findAccountsToLookAt,
  findOverdue,
  findUnshown,
  insertUnshown,
  lookLater,
  type UnshownChange,
} from "./unshown-changes.store.ts"

/** The first look at an account comes after this, and each further one after the age of the change. */
const firstLookSeconds = 15

interface UnshownOptions {
  /** The account system. */
  inner: PolicyAdmin
  database: Database
  clock: Clock
  /** The client's business day. */
  todayOf: (client: string) => Promise<Temporal.PlainDate>
}

type Key = readonly [client: string, accountNumber: string, policyNumber: string]

/**
 * The account system, whose reads may show an accepted change later. Until a read shows a change of auto pay,
 * of skipped charges or of contact data that it accepted from us, every read gives our value. From then on, the
 * account system alone counts, and after `shownWithinHours` in any case.
 */
export function createUnshownChanges({ inner, database, clock, todayOf }: UnshownOptions) {
  const since = () => earlier(clock.now(), { hours: shownWithinHours })

  /** Asks, and finds the changes of these accounts meanwhile. */
  async function withChanges<Value>(
    client: string,
    accountNumbers: readonly string[],
    ask: Promise<Value>,
  ): Promise<[Value, UnshownChange[]]> {
    return await Promise.all([ask, findUnshown(database, client, accountNumbers, since())])
  }

  async function keep(change: UnshownChange): Promise<void> {
    await insertUnshown(database, change, clock.now())
  }

  async function end(shown: readonly UnshownChange[]): Promise<void> {
    if (shown.length > 0) await deleteShown(database, shown)
  }

  async function productsWith(
    key: readonly [client: string, accountNumber: string],
    products: readonly Policy[],
    changes: readonly UnshownChange[],
  ): Promise<Policy[]> {
    if (changes.length === 0) return [...products]
    const later = products.map((policy) => laterBilling(policy, changes))
    await end(later.flatMap(({ shown }) => shown))
    return await Promise.all(
      products.map((policy, index) => repriced(key, policy, later[index]?.value ?? policy)),
    )
  }

  /** The changed product with the amounts of its open bills, which depend on how it is paid. */
  async function repriced(
    [client, accountNumber]: readonly [client: string, accountNumber: string],
    { billing: before }: Policy,
    policy: Policy,
  ): Promise<Policy> {
    if (!isOtherPrice(before, policy.billing)) return policy
    const after = await stateOf([client, accountNumber, policy.policyNumber], policy.billing, {
      today: (await todayOf(client)).toString(),
    })
    if (!after) return policy
    const openAmounts = after.openBills.map(({ dueDate, premium, fee, owed }) => ({
      ...{ dueDate, cost: premium + fee, owed },
    }))
    // Only the current bill changes.
    const change = owedOf(openAmounts) - owedOf(before.openAmounts)
    const amountDue = policy.billing.amountDue + change
    return { ...policy, billing: { ...policy.billing, openAmounts, amountDue } }
  }

  async function personWith<One extends Person>(
    person: One,
    changes: readonly UnshownChange[],
  ): Promise<One> {
    const { value, shown } = laterPerson(person, changes)
    await end(shown)
    return value
  }

  /** The account system's view of a product that is paid in this way. */
  async function stateOf(
    key: Key,
    { frequencyCode, paymentMethodRecordId }: Billing,
    { today, minimum = 1 }: ChargeQuestion,
  ) {
    const choices = [{ frequencyCode, paymentMethodRecordId }]
    const [after] = await inner.chargesAfter(...key, { today, minimum, choices })
    return after
  }

  /** The product as it counts; undefined if it does not differ from what the account system shows. */
  async function differing(key: Key, changes: readonly UnshownChange[]) {
    const [client, accountNumber, policyNumber] = key
    if (!changes.some((one) => one.policyNumber === policyNumber)) return undefined
    const read = await inner.product(client, accountNumber, policyNumber)
    if (!read) return undefined
    const { value, shown } = laterBilling(read, changes)
    await end(shown)
    const [ours, theirs] = [value.billing, read.billing]
    const skipped = ours.skippedDueDates.filter((one) => !theirs.skippedDueDates.includes(one))
    const isSame = isSameChoice(ours, theirs) && skipped.length === 0
    return isSame ? undefined : { billing: ours, read: theirs, skipped }
  }

  /** `charge` is the next one of these bills if nothing is skipped here. */
  async function unskipped(
    key: Key,
    { charge, openBills }: { charge: NextCharge | undefined; openBills: typeof inner.openBills },
    skipped: readonly string[],
    question: ChargeQuestion,
  ): Promise<NextCharge | undefined> {
    const isSkipped = charge?.dueDates.some((dueDate) => skipped.includes(dueDate)) === true
    if (!isSkipped && question.dueDates === undefined) return charge
    const { today } = question
    const until = Temporal.PlainDate.from(today).add({ years: 1 }).toString()
    const [bills, { bills: coming }] = await Promise.all([
      openBills(...key),
      inner.comingBills(...key, { today, until }),
    ])
    return chargeWithoutSkipped(bills, coming, skipped, question)
  }

  const policyAdmin: PolicyAdmin = {
    ...inner,
    async account(client, accountNumber) {
      const [account, changes] = await withChanges(
        client,
        [accountNumber],
        inner.account(client, accountNumber),
      )
      if (!account || changes.length === 0) return account
      const [person, products] = await Promise.all([
        personWith(account.person, changes),
        productsWith([client, accountNumber], account.products, changes),
      ])
      return { person, products }
    },
    async person(client, accountNumber) {
      const asked = inner.person(client, accountNumber)
      const [person, changes] = await withChanges(client, [accountNumber], asked)
      return person && (await personWith(person, changes))
    },
    async personByPolicyNumber(client, policyNumber) {
      const person = await inner.personByPolicyNumber(client, policyNumber)
      if (!person) return undefined
      const changes = await findUnshown(database, client, [person.accountNumber], since())
      return await personWith(person, changes)
    },
    async find(clients, key) {
      const found = await inner.find(clients, key)
      return await Promise.all(
        found.map(async ({ client, person }) => {
          const changes = await findUnshown(database, client, [person.accountNumber], since())
          return { client, person: await personWith(person, changes) }
        }),
      )
    },
    async activeProducts(client, accountNumber, policyNumber) {
      const asked = inner.activeProducts(client, accountNumber, policyNumber)
      const [products, changes] = await withChanges(client, [accountNumber], asked)
      return products && (await productsWith([client, accountNumber], products, changes))
    },
    async product(...key) {
      const [client, accountNumber] = key
      const [product, changes] = await withChanges(client, [accountNumber], inner.product(...key))
      if (!product) return undefined
      const [shown] = await productsWith([client, accountNumber], [product], changes)
      return shown
    },
    async policy(...key) {
      const [client, accountNumber] = key
      const [detail, changes] = await withChanges(client, [accountNumber], inner.policy(...key))
      if (!detail) return undefined
      const [policy = detail.policy] = await productsWith(
        [client, accountNumber],
        [detail.policy],
        changes,
      )
      return { ...detail, policy }
    },
    async openBills(...key) {
      const [client, accountNumber] = key
      const [bills, changes] = await withChanges(client, [accountNumber], inner.openBills(...key))
      const ours = await differing(key, changes)
      if (!ours || !isOtherPrice(ours.read, ours.billing)) return bills
      const today = (await todayOf(client)).toString()
      return (await stateOf(key, ours.billing, { today }))?.openBills ?? bills
    },
    async nextCharge(client, accountNumber, policyNumber, question) {
      const key = [client, accountNumber, policyNumber] as const
      const asked = inner.nextCharge(...key, question)
      const [charge, changes] = await withChanges(client, [accountNumber], asked)
      const ours = await differing(key, changes)
      if (!ours) return charge
      const { billing, read, skipped } = ours
      const isOnAutoPay = billing.paymentMethodRecordId !== null
      if (isSameChoice(billing, read)) {
        if (!isOnAutoPay) return charge
        return await unskipped(key, { charge, openBills: inner.openBills }, skipped, question)
      }
      const after = await stateOf(key, billing, question)
      if (!after || !isOnAutoPay) return after?.next
      const state = { charge: after.next, openBills: async () => after.openBills }
      return await unskipped(key, state, skipped, question)
    },
    async comingBills(client, accountNumber, policyNumber, question) {
      const key = [client, accountNumber, policyNumber] as const
      const asked = inner.comingBills(...key, question)
      const [coming, changes] = await withChanges(client, [accountNumber], asked)
      const { skipped = [] } = (await differing(key, changes)) ?? {}
      const bills = coming.bills.map((bill) => ({
        ...bill,
        isSkipped: bill.isSkipped || skipped.includes(bill.dueDate),
      }))
      return { ...coming, bills }
    },
    async chargesAfter(client, accountNumber, policyNumber, question) {
      const key = [client, accountNumber, policyNumber] as const
      const asked = inner.chargesAfter(...key, question)
      const [charges, changes] = await withChanges(client, [accountNumber], asked)
      const { skipped = [] } = (await differing(key, changes)) ?? {}
      if (skipped.length === 0) return charges
      return await Promise.all(
        charges.map(async (after, index) => {
          if (question.choices[index]?.paymentMethodRecordId === null) return after
          const state = { charge: after.next, openBills: async () => after.openBills }
          return { ...after, next: await unskipped(key, state, skipped, question) }
        }),
      )
    },
    async overdueChanges(client) {
      const overdue = await findOverdue(database, client, since())
      const today = (await todayOf(client)).toString()
      const left = await Promise.all(
        [...Map.groupBy(overdue, ({ accountNumber }) => accountNumber)].map(
          async ([accountNumber, changes]) => {
            const account = await inner.account(client, accountNumber)
            if (!account) return []
            const shown = [
              ...laterPerson(account.person, changes).shown,
              ...account.products.flatMap((policy) => [
                ...laterBilling(policy, changes).shown,
                ...settledSkips(policy, changes, today),
              ]),
            ]
            await end(shown)
            return changes.filter(({ id }) => !shown.some((one) => one.id === id))
          },
        ),
      )
      return left.flat()
    },
    async changeContact(client, accountNumber, version, contact) {
      const isChanged = await inner.changeContact(client, accountNumber, version, contact)
      const { address, emailAddress, phoneNumber } = contact
      const change = { before: version, after: { address, emailAddress, phoneNumber } }
      const of = { client, accountNumber, policyNumber: "", id: randomUUID() }
      if (isChanged) await keep({ ...of, kind: "contact", ...change })
      return isChanged
    },
    async setEmailSubscribed(client, accountNumber, isSubscribed) {
      const isChanged = await inner.setEmailSubscribed(client, accountNumber, isSubscribed)
      const change = { before: !isSubscribed, after: isSubscribed }
      const of = { client, accountNumber, policyNumber: "", id: randomUUID() }
      if (isChanged) await keep({ ...of, kind: "subscription", ...change })
      return isChanged
    },
    async changeBilling(change) {
      const result = await inner.changeBilling(change)
      const { client, accountNumber, policyNumber, seen, wanted, changeId } = change
      const of = { client, accountNumber, policyNumber, id: changeId ?? randomUUID() }
      if (result === "made" && !isSameChoice(seen, wanted)) {
        await keep({ ...of, kind: "billing", before: seen, after: wanted })
      }
      return result
    },
    async skipCharge(skip) {
      const isKnown = await inner.skipCharge(skip)
      const { client, accountNumber, policyNumber, dueDates } = skip
      const id = `skip ${policyNumber} ${dueDates.join(" ")}`
      const of = { client, accountNumber, policyNumber, id }
      if (isKnown) await keep({ ...of, kind: "skip", before: null, after: dueDates })
      return isKnown
    },
    billing: {
      ...inner.billing,
      async autoPayDue(client, today, after, limit) {
        const due: AutoPayDue[] = []
        for (let last = after; ; ) {
          const page = await inner.billing.autoPayDue(client, today, last, limit)
          const accounts = [...new Set(page.map(({ accountNumber }) => accountNumber))]
          const changes = await findUnshown(database, client, accounts, since())
          const charged = page.map((one) => ({
            ...one,
            paymentMethodRecordId: laterMethod(one, changes),
          }))
          due.push(...charged.filter(isOnAutoPay))
          if (page.length < limit || due.length >= limit) return due.slice(0, limit)
          last = page.at(-1)
        }
      },
    },
  }

  /** Reads the accounts again whose changes no read has shown, at growing intervals. */
  const job: PeriodicJob = {
    name: "unshown changes",
    everySeconds: 15,
    async run(signal) {
      for (const one of await findAccountsToLookAt(database, clock.now(), since())) {
        signal.throwIfAborted()
        try {
          await policyAdmin.account(one.client, one.accountNumber)
        } catch (error) {
          if (!(error instanceof AccountSystemAway)) throw error
        }
        await lookLater(database, one, clock.now(), firstLookSeconds)
      }
    },
  }

  /** Deletes changes that no read has shown before then. */
  const tidy = ({ ended }: { ended: Date }) => deleteOldUnshown(database, ended)

  return { policyAdmin, job, tidy }
}

function isOtherPrice(before: Billing, after: Billing): boolean {
  const isOther = (before.paymentMethodRecordId === null) !== (after.paymentMethodRecordId === null)
  return before.frequencyCode !== after.frequencyCode || (before.hasBillingFee && isOther)
}

function isOnAutoPay<Due extends { paymentMethodRecordId: string | null }>(
  due: Due,
): due is Due & { paymentMethodRecordId: string } {
  return due.paymentMethodRecordId !== null
}

function owedOf(bills: readonly { owed: number }[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}
