import { ApiError } from "#contracts/messages.ts"
import type { StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import type { By } from "#services/payments/adjustments/staff-request.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import type { StaffCall } from "./served-customer.ts"

interface AccountKey {
  client: string
  accountNumber: string
}

/**
 * Checks and audit fields for actions of staff with role *money* or *approve* on a customer's
 * account.
 */
export function createServedAccounts(
  { database }: Pick<Deps, "database">,
  { registeredUsers, staffLimits }: { registeredUsers: RegisteredUsers; staffLimits: StaffLimits },
) {
  return {
    /** The clients whose customers this staff member may serve. */
    clientsOf: async ({ staffUserid }: StaffSession): Promise<string[]> =>
      await findServedClients(database, staffUserid),

    /** Errors: `request.notFound` for a client that this staff member may not serve. */
    async check({ staffUserid }: StaffSession, client: string): Promise<void> {
      const clients = await findServedClients(database, staffUserid)
      if (!clients.includes(client)) throw new ApiError("request.notFound")
    },

    /** Whether the staff member who made a request could still make it. */
    async mayRequest(client: string, requestedBy: string | null): Promise<boolean> {
      if (requestedBy === null) return false
      return (await findServedClients(database, requestedBy, "money")).includes(client)
    },

    /** The acting staff member, and the customer's registration if there is one. */
    async actorOf({ session, ip }: StaffCall, account: AccountKey): Promise<By> {
      const { client, accountNumber } = account
      const user = await registeredUsers.of(client, accountNumber)
      return {
        staffUserid: session.staffUserid,
        ip,
        subjectUserid: user?.userid ?? null,
        count: (tx) => staffLimits.consumeForCustomer(`${client} ${accountNumber}`, tx),
      }
    },

    /** The fields that the audit entries of this call about this account share. */
    async audited({ session, ip }: StaffCall, { client, accountNumber }: AccountKey) {
      const user = await registeredUsers.of(client, accountNumber)
      const actor = { kind: "staff", userid: session.staffUserid } as const
      return { client, accountNumber, subjectUserid: user?.userid ?? null, actor, ip }
    },
  }
}

export type ServedAccounts = ReturnType<typeof createServedAccounts>
