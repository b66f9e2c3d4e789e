import { ApiError } from "#contracts/messages.ts"
import type { staff } from "#contracts/staff/staff.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import type { TransferSession } from "#services/identity/session-transfer/session-transfer.ts"
import { customerOf } from "#services/identity/sessions/stored-user.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import { auditedCall, findServedCustomer } from "./served-customer.ts"

const impersonate = "POST /myaccount-core/agent/impersonate/{userId}"

/**
 * Creates the session transfer with which a staff member acts for a customer at the customer's
 * site.
 */
export function createActFor(
  deps: Deps,
  {
    registeredUsers,
    transferSession,
    staffLimits,
  }: {
    registeredUsers: RegisteredUsers
    transferSession: TransferSession
    staffLimits: StaffLimits
  },
) {
  const { database, audit, brands } = deps

  const handlers: Pick<Handlers<typeof staff>, typeof impersonate> = {
    async [impersonate](call) {
      const { site, session, params } = call
      const customer = await findServedCustomer(deps, registeredUsers, session, params.userId)
      await staffLimits.consumeTry(call)
      const { user, person } = customer
      if (user.reactivate) throw new ApiError("agent.reactivate")
      const { client, userid, accountNumber } = user
      const transfer = {
        session,
        host: await brands.customerHostOf(client),
        client,
        userid,
        accountNumber,
        subjectUserid: userid,
        staffUserid: session.staffUserid,
      }
      const siteURL = await database.transaction(async (tx) => {
        await staffLimits.consumeForCustomer(userid, tx)
        const address = await transferSession(tx, site, transfer)
        await audit.record(tx, { ...auditedCall(call, customer), action: "staff.impersonate" })
        return address
      })
      return { siteURL, csUserid: session.staffUserid, ...customerOf(userid, person) }
    },
  }
  return { handlers }
}
