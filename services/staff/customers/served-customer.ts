import { ApiError } from "#contracts/messages.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { Site, StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type {
  RegisteredUser,
  RegisteredUsers,
} from "#services/identity/registration/registered-users.ts"
import { findServedClients } from "../accounts/staff.store.ts"

/** A customer whom the staff member may serve. */
export interface ServedCustomer {
  user: RegisteredUser
  person: Person
}

interface AccountKey {
  client: string
  accountNumber: string
}

/** Versions of the email address of an account. */
export function createEmailVersions({ secrets }: Pick<Deps, "secrets">) {
  const isOf = (version: string | null, account: AccountKey, emailAddress: string): boolean => {
    const { client, accountNumber } = account
    const hashes = secrets.hashes("email version", emailAddress, client, accountNumber)
    return hashes.some((hash) => hash.toString("base64url") === version)
  }
  return {
    /**
     * The version of an address. A screen that showed the address sends the version back with
     * actions on the account, so that staff act on the address that they read.
     */
    of({ client, accountNumber }: AccountKey, emailAddress: string): string {
      const hash = secrets.hash("email version", emailAddress, client, accountNumber)
      return hash.toString("base64url")
    },
    isOf,
    /** Errors: `agent.emailDiffers` if the address that staff read is not the one on file. */
    check({ user, person: { emailAddress } }: ServedCustomer, read: string): void {
      if (isOf(read, user, emailAddress)) return
      throw new ApiError("agent.emailDiffers", { email: emailAddress || "none" })
    },
  }
}

/** A staff member's call at the support site. */
export interface StaffCall {
  site: Site
  session: StaffSession
  ip: string
}

/**
 * The registered customer with this userid.
 *
 * Errors: `request.notFound` if there is no such customer or the staff member may not serve their
 * client.
 */
export async function findServedCustomer(
  { database, policyAdmin }: Deps,
  registeredUsers: RegisteredUsers,
  { staffUserid }: StaffSession,
  userid: string,
): Promise<ServedCustomer> {
  const clients = await findServedClients(database, staffUserid)
  const user = await registeredUsers.byUserid(clients, userid)
  if (!user) throw new ApiError("request.notFound")
  const person = await policyAdmin.person(user.client, user.accountNumber)
  if (!person) throw new ApiError("request.notFound")
  return { user, person }
}

/** The fields that all audit entries of this call about this customer share. */
export function auditedCall({ session, ip }: StaffCall, { user }: ServedCustomer) {
  return {
    client: user.client,
    accountNumber: user.accountNumber,
    subjectUserid: user.userid,
    actor: { kind: "staff", userid: session.staffUserid } as const,
    ip,
  }
}
