import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import {
  type Account,
  AccountSystemAway,
  type FoundPerson,
  type Policy,
  type PolicyAdmin,
} from "../port.ts"
import { type About, type AnswerCacheParts, createAnswerCache } from "./answer-cache.ts"
import { findHolders } from "./cache.store.ts"
import { type CacheAge, cachedSince } from "./cache-age.ts"
import { type CacheKeys, createCacheKeys } from "./cache-keys.ts"
import {
  pausedAccount,
  pausedDetail,
  pausedPerson,
  pausedPolicies,
  pausedPolicy,
} from "./read-only-copy.ts"
import { areStaleReadsAllowed, noteCachedAnswer } from "./stale-reads.ts"

const everyMilliseconds = 15 * 60_000
const mostKeys = 5_000

/** Whether a quarter of an hour has passed since this process last returned true for the key. */
function createThrottle(clock: Clock): (key: string) => boolean {
  const last = new Map<string, number>()
  return (key) => {
    const now = clock.now().getTime()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < everyMilliseconds) return false
    if (last.size >= mostKeys) last.clear()
    last.set(key, now)
    return true
  }
}

/** The question about a person and all their products. */
const ofAccount = ["account"]
/** The question about a person. */
const ofPerson = ["person"]
const personOf = ({ person }: Account) => person

/** The people with this number who have cached answers, in the order of their clients. */
async function findKept(
  deps: CacheAge & {
    keeping: ReturnType<typeof createAnswerCache>
    keys: CacheKeys
    database: Queries
  },
  clients: readonly string[],
  key: { policyNumber: string } | { accountNumber: string },
): Promise<FoundPerson[]> {
  const { keeping, keys, database } = deps
  const found: FoundPerson[] = []
  for (const client of clients.toSorted()) {
    const since = await cachedSince(deps, client)
    if (!since) continue
    const numbers =
      "policyNumber" in key
        ? keys.plans(client, key.policyNumber)
        : keys.accounts(client, key.accountNumber)
    for (const accountNumber of await findHolders(database, client, numbers, since)) {
      const about = { client, accountNumber }
      const person = await keeping.find<FoundPerson["person"] | undefined>(about, [
        { question: ofPerson },
        { question: ofAccount, toValue: personOf },
      ])
      if (!person?.value) continue
      noteCachedAnswer(person.keptAt)
      found.push({ client, person: person.value })
    }
  }
  return found
}

interface CacheOptions extends AnswerCacheParts {
  secrets: Pick<Secrets, "hash" | "hashes">
  /** The account system. */
  inner: PolicyAdmin
  /** Returns the explanation for the client's customers why nothing can be paid or changed. */
  reasonOf: (client: string) => Promise<string>
}

/** A read about one person. */
interface Read<Value> {
  question: readonly unknown[]
  ask: () => Promise<Value>
  /** Makes the value from the cached account of the person. */
  fromAccount?: (account: Account) => Value
  /**
   * The product of an answer that is not part of the account: it is not shown if a newer account
   * lacks the product.
   */
  ofProduct?: string
  policyNumbersOf?: (value: Value) => readonly string[]
  /** The value with the reason why nothing can be paid or changed. */
  paused?: (value: Value, reason: string) => Value
  /** Whether the account system has the person or product, judged by its answer. */
  isKnown?: (value: Value) => boolean
}

/**
 * The account system, with its last good answers during an outage. Only calls that show data
 * (`showing`) read and fill the cache. Calls that decide about money or change something always
 * reach the account system itself, and get `AccountSystemAway`.
 */
export function createCachingPolicyAdmin({ inner, secrets, reasonOf, ...deps }: CacheOptions) {
  const keys = createCacheKeys(secrets)
  const keeping = createAnswerCache(deps, keys)
  const { clock } = deps
  const isDue = createThrottle(clock)

  async function read<Value>(about: About, asked: Read<Value>): Promise<Value> {
    const { question, ask, isKnown } = asked
    const askedAt = clock.now()
    try {
      const value = await ask()
      if (isKnown && !isKnown(value)) keeping.forget(about, askedAt)
      else if (areStaleReadsAllowed()) {
        const policyNumbers = asked.policyNumbersOf?.(value) ?? []
        keeping.keep({ ...about, question, value, policyNumbers, askedAt })
      }
      return value
    } catch (error) {
      if (!(error instanceof AccountSystemAway) || !areStaleReadsAllowed()) throw error
      const found = await kept(about, asked)
      if (!found) throw error
      noteCachedAnswer(found.keptAt)
      return asked.paused ? asked.paused(found.value, await reasonOf(about.client)) : found.value
    }
  }

  async function kept<Value>(about: About, { question, fromAccount, ofProduct }: Read<Value>) {
    const ofWhole = fromAccount ? [{ question: ofAccount, toValue: fromAccount }] : []
    const found = await keeping.find<Value>(about, [{ question }, ...ofWhole])
    if (!found || ofProduct === undefined) return found
    const whole = await keeping.find<Account>(about, [{ question: ofAccount }])
    const isHeld = whole?.value.products.some(({ policyNumber }) => policyNumber === ofProduct)
    return whole && whole.keptAt > found.keptAt && !isHeld ? undefined : found
  }

  function account(client: string, accountNumber: string): Promise<Account | undefined> {
    return read<Account | undefined>(
      { client, accountNumber },
      {
        question: ofAccount,
        ask: () => inner.account(client, accountNumber),
        paused: pausedAccount,
        policyNumbersOf: (found) => numbersOf(found?.products),
        isKnown,
      },
    )
  }

  /** Occasionally reads the whole account too, for screens that have not been opened yet. */
  function readWhole({ client, accountNumber }: About): void {
    if (!areStaleReadsAllowed() || !isDue(`${client} ${accountNumber}`)) return
    account(client, accountNumber).catch(() => undefined)
  }

  const policyAdmin: PolicyAdmin = {
    ...inner,
    account,
    person: (client, accountNumber) =>
      read(
        { client, accountNumber },
        {
          question: ofPerson,
          fromAccount: personOf,
          ask: () => inner.person(client, accountNumber),
          paused: pausedPerson,
          policyNumbersOf: (person) => (person ? [person.policyNumber] : []),
          isKnown,
        },
      ),
    async find(clients, key) {
      const askedAt = clock.now()
      try {
        const people = await inner.find(clients, key)
        if (areStaleReadsAllowed())
          for (const { client, person } of people) keepPerson(client, person)
        return people
      } catch (error) {
        if (!(error instanceof AccountSystemAway) || !areStaleReadsAllowed()) throw error
        const found = await findKept({ ...deps, keeping, keys }, clients, key)
        if (found.length === 0) throw error
        return found
      }

      function keepPerson(client: string, person: FoundPerson["person"]) {
        const { accountNumber, policyNumber } = person
        const policyNumbers = [policyNumber, ...("policyNumber" in key ? [key.policyNumber] : [])]
        const about = { client, accountNumber }
        keeping.keep({ ...about, question: ofPerson, value: person, policyNumbers, askedAt })
      }
    },
    async activeProducts(client, accountNumber, policyNumber) {
      const about = { client, accountNumber }
      return await read(about, {
        question: ["activeProducts", policyNumber],
        async ask() {
          const products = await inner.activeProducts(client, accountNumber, policyNumber)
          readWhole(about)
          return products
        },
        fromAccount: (kept) =>
          kept.products.filter((one) => one.active || one.policyNumber === policyNumber),
        paused: pausedPolicies,
        policyNumbersOf: numbersOf,
        isKnown,
      })
    },
    product: (client, accountNumber, policyNumber) =>
      read(
        { client, accountNumber },
        {
          question: ["product", policyNumber],
          ask: () => inner.product(client, accountNumber, policyNumber),
          paused: pausedPolicy,
          fromAccount: ({ products }) => products.find((one) => one.policyNumber === policyNumber),
          policyNumbersOf: (product) => numbersOf(product && [product]),
          isKnown,
        },
      ),
    policy: (client, accountNumber, policyNumber) =>
      read(
        { client, accountNumber },
        {
          question: ["policy", policyNumber],
          ofProduct: policyNumber,
          ask: () => inner.policy(client, accountNumber, policyNumber),
          paused: pausedDetail,
          isKnown,
        },
      ),
    document: (client, accountNumber, key) =>
      read(
        { client, accountNumber },
        {
          question: ["document", key.documentId, key.documentSource, key.documentCategory],
          ask: () => inner.document(client, accountNumber, key),
          isKnown,
        },
      ),
    openBills: (client, accountNumber, policyNumber) =>
      read(
        { client, accountNumber },
        {
          question: ["openBills", policyNumber],
          ofProduct: policyNumber,
          ask: () => inner.openBills(client, accountNumber, policyNumber),
        },
      ),
    entries: (client, accountNumber, policyNumber) =>
      read(
        { client, accountNumber },
        {
          question: ["entries", policyNumber],
          ofProduct: policyNumber,
          ask: () => inner.entries(client, accountNumber, policyNumber),
        },
      ),
    // The cache key leaves out the date, so yesterday's answer can still be used.
    nextCharge: (client, accountNumber, policyNumber, asked) =>
      read(
        { client, accountNumber },
        {
          question: ["nextCharge", policyNumber, asked.minimum ?? null, asked.dueDates ?? null],
          ofProduct: policyNumber,
          ask: () => inner.nextCharge(client, accountNumber, policyNumber, asked),
        },
      ),
    comingBills: (client, accountNumber, policyNumber, asked) =>
      read(
        { client, accountNumber },
        {
          question: ["comingBills", policyNumber],
          ofProduct: policyNumber,
          ask: () => inner.comingBills(client, accountNumber, policyNumber, asked),
        },
      ),
    chargesAfter: (client, accountNumber, policyNumber, asked) =>
      read(
        { client, accountNumber },
        {
          question: ["chargesAfter", policyNumber, { ...asked, today: null }],
          ofProduct: policyNumber,
          ask: () => inner.chargesAfter(client, accountNumber, policyNumber, asked),
        },
      ),
  }

  return {
    policyAdmin,
    /** Deletes everything cached about a person, for example when their account is closed. */
    forget(client: string, accountNumber: string): void {
      keeping.forget({ client, accountNumber }, clock.now())
    },
    /** Resolves when every read answer is written. */
    idle: keeping.idle,
  }
}

function isKnown(value: unknown): boolean {
  return value !== undefined
}

function numbersOf(products: readonly Policy[] | undefined): string[] {
  return (products ?? []).map(({ policyNumber }) => policyNumber)
}
