import type { ReceivedEvent } from "#contracts/events/received-events.ts"
import type { Queries } from "#database/sql.ts"
import type { Deps } from "#services/deps.ts"
import type {
  RegisteredUser,
  RegisteredUsers,
} from "#services/identity/registration/registered-users.ts"

/** An account of a client. */
interface Owner {
  client: string
  accountNumber: string
}

/** The subjects that an event of the account system concerns. */
export interface Concerned {
  identity: { registeredUsers: Pick<RegisteredUsers, "of" | "signOut"> }
  payments: {
    /** Stops auto pay of all products of an account. Errors: `AccountSystemAway`. */
    stopAutoPay(owner: Owner): Promise<void>
    /** Settles a payment that waits for its posting. */
    postPayment(owner: Owner, paymentId: string): Promise<void>
  }
  /** Drops what is kept of an account for an outage; undefined where nothing is kept. */
  forgetKept: ((client: string, accountNumber: string) => void) | undefined
}

/** Effects of the account system's events on our own data. */
export function createEffects(
  { audit }: Pick<Deps, "audit">,
  { identity: { registeredUsers }, payments, forgetKept }: Concerned,
) {
  /**
   * Does what may be repeated, and returns what must happen once, together with the note that the
   * event was received. Errors: `AccountSystemAway`.
   */
  async function prepare({
    type,
    data,
  }: ReceivedEvent): Promise<((tx: Queries) => Promise<void>) | undefined> {
    forgetKept?.(data.client, data.accountNumber)
    if (type === "payment.posted" && data.paymentId) {
      await payments.postPayment(data, data.paymentId)
    }
    if (type !== "account.closed") return undefined
    await payments.stopAutoPay(data)
    const user = await registeredUsers.of(data.client, data.accountNumber)
    return (tx) => endSessions(tx, data, user)
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
