import type { ReceivedEvent } from "#contracts/events/received-events.ts"
import type { Queries } from "#database/sql.ts"
import { earlier } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import type {
  RegisteredUser,
  RegisteredUsers,
} from "#services/identity/registration/registered-users.ts"
import { findAccountState, noteAccountState } from "./account-state.store.ts"

/** An account of a client. */
interface Owner {
  client: string
  accountNumber: string
}

/** The subjects that an event of the account system concerns. */
export interface Concerned {
  identity: { registeredUsers: Pick<RegisteredUsers, "of" | "signOut" | "signedInAt"> }
  payments: {
    /** Stops auto pay of all products of an account. Errors: `AccountSystemAway`. */
    stopAutoPay(owner: Owner): Promise<void>
    /** When the customer last agreed to auto pay; undefined if never. */
    autoPayAgreedAt(owner: Owner): Promise<Date | undefined>
    /** Notes once that the account system took a payment back. Errors: `AccountSystemAway`. */
    revoke(owner: Owner, paymentId: string, at: Date): Promise<Effect | undefined>
    /**
     * Settles a payment that waits for its posting, and notes once that the account system posted a payment again
     * which it had taken back. Errors: `AccountSystemAway`.
     */
    postPayment(owner: Owner, paymentId: string, at: Date): Promise<Effect | undefined>
    /** The differences about accounts that a late event calls closed. */
    lateClosings: {
      list(tx: Queries, owner: Owner, at: Date): Promise<void>
      resolve(tx: Queries, owner: Owner): Promise<void>
    }
  }
  /** Drops what is kept of an account for an outage; undefined where nothing is kept. */
  forgetCached: ((client: string, accountNumber: string) => void) | undefined
}

/**
 * An older closing is compared with the account, unless data that are known to be older were loaded. A newer
 * one is not, because the account system may show it later than it reports it.
 */
const newsFor = { hours: 1 }

type Effect = (tx: Queries) => Promise<void>

/** Effects of the account system's events on our own data. */
export function createEffects(
  {
    audit,
    clock,
    database,
    policyAdmin,
  }: Pick<Deps, "audit" | "clock" | "database" | "policyAdmin">,
  { identity: { registeredUsers }, payments, forgetCached }: Concerned,
) {
  /**
   * Does what may be repeated, and returns what must happen once, together with the note that the
   * event was received. `at` is the time in its body.
   *
   * A posted payment and an issued bill are facts, also if they arrive late. The state of an account is what
   * the newest event about it says.
   *
   * Errors: `AccountSystemAway`.
   */
  async function prepare({ type, data }: ReceivedEvent, at: Date): Promise<Effect | undefined> {
    forgetCached?.(data.client, data.accountNumber)
    switch (type) {
      case "account.closed":
        return await closing(data, at)
      case "account.changed":
        return (tx) => change(tx, data, at)
      case "payment.posted":
        if (!data.paymentId) return undefined
        return await payments.postPayment(data, data.paymentId, at)
      case "payment.reversed":
        return await payments.revoke(data, data.paymentId, at)
      case "bill.issued":
        return undefined
    }
  }

  async function change(tx: Queries, owner: Owner, at: Date): Promise<void> {
    const { closedAt } = await noteAccountState(tx, owner, { changedAt: at })
    if (!closedAt || at > closedAt) await payments.lateClosings.resolve(tx, owner)
  }

  async function closing(owner: Owner, at: Date): Promise<Effect | undefined> {
    const { closedAt, changedAt } = await findAccountState(database, owner)
    if (closedAt && at < closedAt) return undefined
    const user = await registeredUsers.of(owner.client, owner.accountNumber)
    const later = [
      changedAt,
      user && (await registeredUsers.signedInAt(user)),
      await payments.autoPayAgreedAt(owner),
      (await policyAdmin.loadedAsOf?.(owner.client)) ?? earlier(clock.now(), newsFor),
    ]
    const isLate = later.some((one) => one && at < one)
    if (isLate && (await hasActiveProduct(owner))) {
      return async (tx) => {
        await noteAccountState(tx, owner, { closedAt: at })
        await payments.lateClosings.list(tx, owner, at)
      }
    }
    await payments.stopAutoPay(owner)
    return async (tx) => {
      await noteAccountState(tx, owner, { closedAt: at })
      await payments.lateClosings.resolve(tx, owner)
      await endSessions(tx, owner, user)
    }
  }

  async function hasActiveProduct({ client, accountNumber }: Owner): Promise<boolean> {
    const account = await policyAdmin.account(client, accountNumber)
    return account?.products.some(({ active }) => active) === true
  }

  async function endSessions(
    tx: Queries,
    { client, accountNumber }: Owner,
    user: RegisteredUser | undefined,
  ): Promise<void> {
    if (user) await registeredUsers.signOut(tx, user)
    await audit.record(tx, {
      client,
      accountNumber,
      action: "account.close",
      actor: { kind: "system" },
      subjectUserid: user?.userid ?? null,
      ip: null,
    })
  }

  return { prepare }
}

export type Effects = ReturnType<typeof createEffects>
