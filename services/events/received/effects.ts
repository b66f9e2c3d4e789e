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

/** The parts of the application that an event of the account system affects. */
export interface Concerned {
  identity: { registeredUsers: Pick<RegisteredUsers, "of" | "signOut" | "signedInAt"> }
  payments: {
    /** Stops auto pay of all products of an account. Errors: `AccountSystemAway`. */
    stopAutoPay(owner: Owner): Promise<void>
    /** When the customer last agreed to auto pay; undefined if never. */
    autoPayAgreedAt(owner: Owner): Promise<Date | undefined>
    /** Records once that the account system reversed a payment. Errors: `AccountSystemAway`. */
    revoke(owner: Owner, paymentId: string, at: Date): Promise<Effect | undefined>
    /**
     * Completes a payment that is waiting to be posted, and records once that the account system
     * posted a reversed payment again. Errors: `AccountSystemAway`.
     */
    postPayment(owner: Owner, paymentId: string, at: Date): Promise<Effect | undefined>
    /** The differences for accounts that a late event reported as closed. */
    lateClosings: {
      list(tx: Queries, owner: Owner, at: Date): Promise<void>
      resolve(tx: Queries, owner: Owner): Promise<void>
    }
  }
  /** Drops the account's cached answers for outages; undefined if answers are not cached. */
  forgetCached: ((client: string, accountNumber: string) => void) | undefined
}

/**
 * A closing event older than this is compared with the account, unless the loaded data are known to
 * be older. A newer event is not compared, because the account system may report a closing before
 * its reads show it.
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
   * Does the repeatable work, and returns the part that must happen once, in the transaction that
   * records the event. `at` is the time in the event's body.
   *
   * A posted payment and an issued bill are facts, even if they arrive late. The newest event about
   * an account decides its state.
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
