import { withoutSeparators } from "#contracts/identity/plan-number-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import type { FoundCustomer, staff } from "#contracts/staff/staff.ts"
import type { FoundPerson } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers, StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type {
  RegisteredUser,
  RegisteredUsers,
} from "#services/identity/registration/registered-users.ts"
import type { Payment } from "#services/payments/processing/payment-processing.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import { paymentFacts, shownUntoldCharge, type UntoldCharges } from "./found-payment-presenter.ts"

const key = "GET /myaccount-core/agent/clients"
type SearchRequest = CallRequest<(typeof staff)[typeof key]>

/**
 * Finds customers of the clients that the staff member may serve, by plan number, account number,
 * username or payment confirmation number.
 */
export function createCustomerSearch(
  { database, policyAdmin, audit, brands, localize }: Deps,
  {
    registeredUsers,
    staffLimits,
    byConfirmationNumber,
    untoldChargesOf,
  }: {
    registeredUsers: RegisteredUsers
    staffLimits: StaffLimits
    byConfirmationNumber: (clients: string[], text: string) => Promise<Payment[]>
    untoldChargesOf: UntoldCharges
  },
) {
  const handlers: Pick<Handlers<typeof staff>, typeof key> = {
    async [key](request) {
      const { site, session, query } = request
      if (query.userId !== undefined && query.userId !== session.staffUserid) {
        throw new ApiError("request.notYours")
      }
      await staffLimits.consumeSearch(request)
      const found = await search(session, query)
      await record(request, found)
      const [first] = found
      if (!first) return { items: [], messages: [await localize(site.client, "agent.nobody")] }
      // Two clients may have the same confirmation number.
      const isPayment = query.searchType === "paymentConfirmationNumber" && found.length === 1
      if (isPayment) return { ...first, messages: [] }
      return { items: found, messages: [] }
    },
  }

  async function search(
    session: StaffSession,
    { searchType, value }: SearchRequest["query"],
  ): Promise<FoundCustomer[]> {
    const clients = await findServedClients(database, session.staffUserid)
    switch (searchType) {
      case "policyNumber": {
        const policyNumber = withoutSeparators(value)
        const people = await policyAdmin.find(clients, { policyNumber })
        return await Promise.all(people.map((one) => customerOf(one, { policyNumber })))
      }
      case "accountNumber": {
        const people = await policyAdmin.find(clients, { accountNumber: value })
        return await Promise.all(people.map((one) => customerOf(one)))
      }
      case "username":
        return await byUsername(clients, value)
      case "paymentConfirmationNumber":
        return await byPayment(clients, value)
    }
  }

  async function byUsername(clients: string[], value: string): Promise<FoundCustomer[]> {
    const users = await registeredUsers.named(clients, value)
    const found = users.map(async (user) => {
      const person = await policyAdmin.person(user.client, user.accountNumber)
      return person ? [await customerOf({ client: user.client, person }, { user })] : []
    })
    return (await Promise.all(found)).flat()
  }

  async function byPayment(clients: string[], value: string): Promise<FoundCustomer[]> {
    const payments = await byConfirmationNumber(clients, value)
    return (await Promise.all(payments.map(payerOf))).flat()
  }

  async function payerOf(payment: Payment): Promise<FoundCustomer[]> {
    const person = await policyAdmin.person(payment.client, payment.accountNumber)
    if (!person) return []
    const { policyNumber } = payment
    const found = await customerOf({ client: payment.client, person }, { policyNumber })
    const timeZone = await brands.timeZoneOf(payment.client)
    return [{ ...found, ...paymentFacts(payment, timeZone) }]
  }

  async function customerOf(
    { client, person }: FoundPerson,
    known: { policyNumber?: string; user?: RegisteredUser } = {},
  ): Promise<FoundCustomer> {
    const user = known.user ?? (await registeredUsers.of(client, person.accountNumber))
    const { accountNumber, firstName, lastName, emailAddress } = person
    return {
      accountNumber,
      policyNumber: known.policyNumber ?? person.policyNumber,
      userid: user?.username ?? "",
      actualUserid: user?.userid ?? "",
      policyHolder: { firstName, lastName, emailAddress },
      client,
      clientName: await brands.nameOf(client),
      registration: user ? (user.reactivate ? "reactivate" : "registered") : "none",
      paymentConfirmationNumber: "",
      paymentDate: "",
      billingDay: "",
      paymentDetail: [],
      untoldCharges: (await untoldChargesOf(client, accountNumber)).map(shownUntoldCharge),
    }
  }

  /** Customers see in their audit log that they were found. A value that matches no one is not stored. */
  async function record({ site, session, query, ip }: SearchRequest, found: FoundCustomer[]) {
    const entry = {
      action: "staff.search",
      actor: { kind: "staff", userid: session.staffUserid },
      ip,
      after: { by: query.searchType },
    } as const
    await database.transaction(async (tx) => {
      if (found.length === 0) {
        const nobody = { client: site.client, accountNumber: null, subjectUserid: null }
        await audit.record(tx, { ...entry, ...nobody })
      }
      for (const { client, accountNumber, actualUserid } of found) {
        const subjectUserid = actualUserid === "" ? null : actualUserid
        await audit.record(tx, { ...entry, client, accountNumber, subjectUserid })
      }
    })
  }

  return { handlers }
}
