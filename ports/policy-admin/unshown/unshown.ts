import { randomUUID } from "node:crypto"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import { earlier } from "#platform/time.ts"
import {
  AccountSystemAway,
  type AutoPayDue,
  type Person,
  type PolicyAdmin,
  shownWithinHours,
} from "../port.ts"
import { createOwnDue } from "./own-due.ts"
import { isSameChoice, laterBilling, laterPerson, settledSkips } from "./own-values.ts"
import { createProductReads } from "./product-reads.ts"
import {
  deleteOldUnshown,
  deleteShown,
  findAccountsToLookAt,
  findOverdue,
  findUnshown,
  findUnshownBillings,
  findUnshownCredits,
  insertUnshown,
  lookLater,
  type UnshownChange,
} from "./unshown-changes.store.ts"

/**
 * Seconds until the first check of an account; each further one follows after the age of the
 * change.
 */
const firstLookSeconds = 15

interface UnshownOptions {
  /** The account system. */
  inner: PolicyAdmin
  database: Database
  clock: Clock
  /** The client's business day. */
  todayOf: (client: string) => Promise<Temporal.PlainDate>
  /** The text that the client's customers see when contact data cannot be changed again yet. */
  reasonOf: (client: string) => Promise<string>
}

/**
 * The account system, whose reads may show an accepted change late. Until a read shows a change of
 * auto pay, skipped charges, contact data or a credit that it accepted from us, every read returns
 * our value. After that, and after `shownWithinHours` in any case, the account system's value
 * applies. A credit applies until it is shown or reversed, as a payment does, so that no one is
 * charged an amount that we have waived.
 */
export function createUnshownChanges({
  inner,
  database,
  clock,
  todayOf,
  reasonOf,
}: UnshownOptions) {
  const since = () => earlier(clock.now(), { hours: shownWithinHours })
  const changesOf = (client: string, ...accountNumbers: string[]) =>
    findUnshown(database, client, accountNumbers, since())
  const reads = createProductReads({ inner, end, todayOf })

  async function keep(change: UnshownChange): Promise<void> {
    await insertUnshown(database, change, clock.now())
  }

  async function end(shown: readonly Pick<UnshownChange, "client" | "accountNumber" | "id">[]) {
    if (shown.length > 0) await deleteShown(database, shown)
  }

  async function personWith<One extends Person>(
    client: string,
    person: One,
    changes: readonly UnshownChange[],
  ): Promise<One> {
    const { value, shown, isVersionKnown } = laterPerson(person, changes)
    await end(shown)
    if (isVersionKnown) return value
    // The account system refuses a change based on the version that it shows.
    const save = value.editBlocked.save || (await reasonOf(client))
    return { ...value, editBlocked: { ...value.editBlocked, save } }
  }

  const policyAdmin: PolicyAdmin = {
    ...inner,
    async account(client, accountNumber) {
      const asked = inner.account(client, accountNumber)
      const [account, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      if (!account || changes.length === 0) return account
      const [person, products] = await Promise.all([
        personWith(client, account.person, changes),
        reads.productsWith([client, accountNumber], account.products, changes),
      ])
      return { person, products }
    },
    async person(client, accountNumber) {
      const asked = inner.person(client, accountNumber)
      const [person, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      return person && (await personWith(client, person, changes))
    },
    async personByPolicyNumber(client, policyNumber) {
      const person = await inner.personByPolicyNumber(client, policyNumber)
      return (
        person && (await personWith(client, person, await changesOf(client, person.accountNumber)))
      )
    },
    async find(clients, key) {
      const found = await inner.find(clients, key)
      return await Promise.all(
        found.map(async ({ client, person }) => {
          const changes = await changesOf(client, person.accountNumber)
          return { client, person: await personWith(client, person, changes) }
        }),
      )
    },
    async activeProducts(client, accountNumber, policyNumber) {
      const asked = inner.activeProducts(client, accountNumber, policyNumber)
      const [products, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      return products && (await reads.productsWith([client, accountNumber], products, changes))
    },
    async product(client, accountNumber, policyNumber) {
      const asked = inner.product(client, accountNumber, policyNumber)
      const [product, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      if (!product) return undefined
      return (await reads.productsWith([client, accountNumber], [product], changes))[0]
    },
    async policy(client, accountNumber, policyNumber) {
      const asked = inner.policy(client, accountNumber, policyNumber)
      const [detail, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      if (!detail) return undefined
      const key = [client, accountNumber] as const
      const [policy = detail.policy] = await reads.productsWith(key, [detail.policy], changes)
      return { ...detail, policy }
    },
    async openBills(...key) {
      const [bills, changes] = await Promise.all([
        inner.openBills(...key),
        changesOf(key[0], key[1]),
      ])
      return await reads.openBillsWith(key, changes, bills)
    },
    async entries(...key) {
      const [entries, changes] = await Promise.all([
        inner.entries(...key),
        changesOf(key[0], key[1]),
      ])
      return await reads.entriesWith(key, changes, entries)
    },
    async nextCharge(client, accountNumber, policyNumber, question) {
      const key = [client, accountNumber, policyNumber] as const
      const asked = inner.nextCharge(...key, question)
      const [charge, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      return await reads.nextChargeWith(key, changes, charge, question)
    },
    async comingBills(client, accountNumber, policyNumber, question) {
      const key = [client, accountNumber, policyNumber] as const
      const asked = inner.comingBills(...key, question)
      const [coming, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      return await reads.comingBillsWith(key, changes, coming)
    },
    async chargesAfter(client, accountNumber, policyNumber, question) {
      const key = [client, accountNumber, policyNumber] as const
      const asked = inner.chargesAfter(...key, question)
      const [charges, changes] = await Promise.all([asked, changesOf(client, accountNumber)])
      return await reads.chargesAfterWith(key, changes, charges, question)
    },
    async postings(client, from, to) {
      const [postings, credits] = await Promise.all([
        inner.postings(client, from, to),
        findUnshownCredits(database, client, since()),
      ])
      const isMissing = (id: string) => !postings.some((one) => one.id === id)
      const unshown = credits.filter(({ creditId, on }) => {
        return from <= on && on <= to && isMissing(creditId)
      })
      const own = unshown.map(({ kind, creditId: id, amount, on }) => ({ kind, id, amount, on }))
      return [...postings, ...own]
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
    async postCredit(credit) {
      const isPosted = await inner.postCredit(credit)
      const { client, accountNumber, policyNumber, creditId, amount, on } = credit
      const of = { client, accountNumber, policyNumber, id: creditId }
      const after = { creditId, kind: "credit", amount, billNumber: null, on } as const
      if (isPosted) await keep({ ...of, kind: "credit", before: null, after })
      return isPosted
    },
    async writeOff(writeOff) {
      const amount = await inner.writeOff(writeOff)
      const { client, accountNumber, policyNumber, writeOffId, billNumber, on } = writeOff
      const of = { client, accountNumber, policyNumber, id: writeOffId }
      const after = { creditId: writeOffId, kind: "writeOff", amount, billNumber, on } as const
      if (amount > 0) await keep({ ...of, kind: "credit", before: null, after })
      return amount
    },
    async reverseCorrection(reversal) {
      const amount = await inner.reverseCorrection(reversal)
      const { client, accountNumber, reverses } = reversal
      await end([{ client, accountNumber, id: reverses }])
      return amount
    },
    async changeContact(client, accountNumber, version, contact) {
      const result = await inner.changeContact(client, accountNumber, version, contact)
      const { address, emailAddress, phoneNumber } = contact
      const known = typeof result === "boolean" ? {} : { contactVersion: result.contactVersion }
      const change = { before: version, after: { address, emailAddress, phoneNumber, ...known } }
      const of = { client, accountNumber, policyNumber: "", id: randomUUID() }
      if (result !== false) await keep({ ...of, kind: "contact", ...change })
      return result
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
      async heldCharges(client) {
        return await findUnshownBillings(database, client)
      },
      async autoPayDue(client, today, after, limit) {
        // These products come with the first page, which may be longer.
        const own = after ? [] : await ownDueOf(await findUnshownBillings(database, client), today)
        const isOwn = (one: AutoPayDue) =>
          own.some(({ policyNumber }) => policyNumber === one.policyNumber)
        const due: AutoPayDue[] = []
        for (let last = after; ; ) {
          const page = await inner.billing.autoPayDue(client, today, last, limit)
          const accounts = [...new Set(page.map(({ accountNumber }) => accountNumber))]
          const [changes, billings] = await Promise.all([
            changesOf(client, ...accounts),
            findUnshownBillings(database, client, accounts),
          ])
          const isHeld = (one: AutoPayDue) =>
            billings.some(
              ({ accountNumber, policyNumber }) =>
                accountNumber === one.accountNumber && policyNumber === one.policyNumber,
            )
          const theirs = page.filter((one) => !isOwn(one) && !isHeld(one))
          due.push(...(await Promise.all(theirs.map((one) => reads.dueWith(one, changes)))).flat())
          if (page.length < limit || due.length >= limit) return [...own, ...due.slice(0, limit)]
          last = page.at(-1)
        }
      },
    },
  }

  const { ownDueOf } = createOwnDue({ inner, reads: policyAdmin, end, todayOf })

  /** Reads again the accounts with changes that no read has shown, at growing intervals. */
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

  /** Deletes changes that were made before then and that no read has shown. */
  const cleanUp = ({ ended }: { ended: Date }) => deleteOldUnshown(database, ended)

  return { policyAdmin, job, cleanUp }
}
