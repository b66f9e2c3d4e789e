import { withoutSeparators } from "#contracts/digits.ts"
import { ApiError } from "#contracts/messages.ts"
import type { FoundCustomer, staff } from "#contracts/staff/staff.ts"
import { AccountSystemAway, type Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers, StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type {
  RegisteredUser,
  RegisteredUsers,
} from "#services/identity/registration/registered-users.ts"
import type { Payment } from "#services/payments/paying/payment-processing.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import {
  type AccountMoney,
  paymentFacts,
  shownUnsentChargeNotice,
  type UnsentChargeNotices,
} from "./found-payment-presenter.ts"
import { createEmailVersions } from "./served-customer.ts"

const key = "GET /myaccount-core/agent/clients"
/** The most customers found whose money is read. */
const mostWithMoney = 3

interface AccountKey {
  client: string
  accountNumber: string
}

/** A plan number or account number from the search form. */
type Typed = { policyNumber: string } | { accountNumber: string }

type SearchRequest = CallRequest<(typeof staff)[typeof key]>

/**
 * Finds customers of the clients that the staff member may serve, by plan number, account number,
 * username or payment confirmation number. Registrations and payments stored here also find
 * customers who are no longer in the account system.
 */
export function createCustomerSearch(
  deps: Deps,
  {
    registeredUsers,
    staffLimits,
    byConfirmationNumber,
    payingAccounts,
    unsentChargeNoticesOf,
    accountMoneyOf,
  }: {
    registeredUsers: RegisteredUsers
    staffLimits: StaffLimits
    byConfirmationNumber: (clients: string[], text: string) => Promise<Payment[]>
    payingAccounts: (clients: string[], key: Typed) => Promise<AccountKey[]>
    unsentChargeNoticesOf: UnsentChargeNotices
    accountMoneyOf: AccountMoney
  },
) {
  const { database, policyAdmin, audit, brands, localize } = deps
  const emailVersions = createEmailVersions(deps)

  const handlers: Pick<Handlers<typeof staff>, typeof key> = {
    async [key](request) {
      const { site, session, query } = request
      if (query.userId !== undefined && query.userId !== session.staffUserid) {
        throw new ApiError("request.notYours")
      }
      await staffLimits.consumeSearch(request)
      const found = await search(session, query)
      await record(request, found)
      if (found.length === 0) {
        return { items: [], messages: [await localize(site.client, "agent.nobody")] }
      }
      const items = await withMoney(found)
      const [first] = items
      // Two clients may have the same confirmation number.
      const isPayment = query.searchType === "paymentConfirmationNumber" && items.length === 1
      if (isPayment && first) return { ...first, messages: [] }
      return { items, messages: [] }
    },
  }

  /** With what they owe and paid, if they are few: it takes several reads for each. */
  async function withMoney(found: FoundCustomer[]): Promise<FoundCustomer[]> {
    if (found.length > mostWithMoney) return found
    return await Promise.all(
      found.map(async (customer) => {
        const money = customer.isGone ? undefined : await accountMoneyOf(customer)
        return { ...customer, ...(money && { money }) }
      }),
    )
  }

  async function search(
    session: StaffSession,
    { searchType, value }: SearchRequest["query"],
  ): Promise<FoundCustomer[]> {
    const clients = await findServedClients(database, session.staffUserid)
    switch (searchType) {
      case "policyNumber":
        return await byNumber(clients, { policyNumber: withoutSeparators(value) })
      case "accountNumber":
        return await byNumber(clients, { accountNumber: value })
      case "username":
        return await byUsername(clients, value)
      case "paymentConfirmationNumber":
        return await byPayment(clients, value)
    }
  }

  async function byNumber(clients: string[], key: Typed): Promise<FoundCustomer[]> {
    const known = "policyNumber" in key ? key : {}
    const people = await policyAdmin.find(clients, key)
    const found = people.map(({ client, person }) => {
      return { client, accountNumber: person.accountNumber, person }
    })
    const others = await findOthers(clients, key, found)
    return await Promise.all([...found, ...others].map((one) => customerOf(one, known)))
  }

  /** The accounts of our registrations and payments that were not found in the account system. */
  async function findOthers(clients: string[], key: Typed, found: readonly AccountKey[]) {
    const isByAccount = "accountNumber" in key
    const registered = isByAccount ? await registeredUsers.ofTyped(clients, key.accountNumber) : []
    const stored = new Map<string, AccountKey>()
    for (const one of [...registered.map(accountOf), ...(await payingAccounts(clients, key))]) {
      stored.set(keyOf(one), one)
    }
    for (const one of found) stored.delete(keyOf(one))
    const others = await Promise.all([...stored.values()].map(unlessAway(found.length > 0)))
    // For a plan number, only accounts that are gone: a former owner of the product has another
    // number.
    return others.flat().filter(({ person }) => isByAccount || !person)
  }

  /**
   * The person of a stored account. If the account system is away, the people already found are
   * enough.
   */
  function unlessAway(isEnough: boolean) {
    return async (one: AccountKey) => {
      try {
        return [{ ...one, person: await policyAdmin.person(one.client, one.accountNumber) }]
      } catch (error) {
        if (isEnough && error instanceof AccountSystemAway) return []
        throw error
      }
    }
  }

  async function byUsername(clients: string[], value: string): Promise<FoundCustomer[]> {
    const users = await registeredUsers.named(clients, value)
    return await Promise.all(
      users.map(async (user) => {
        const account = accountOf(user)
        const person = await policyAdmin.person(account.client, account.accountNumber)
        return await customerOf({ ...account, person }, user.movedTo === null ? { user } : {})
      }),
    )
  }

  async function byPayment(clients: string[], value: string): Promise<FoundCustomer[]> {
    const payments = await byConfirmationNumber(clients, value)
    return await Promise.all(payments.map(payerOf))
  }

  async function payerOf(payment: Payment): Promise<FoundCustomer> {
    const { client, accountNumber, policyNumber } = payment
    const person = await policyAdmin.person(client, accountNumber)
    const found = await customerOf({ client, accountNumber, person }, { policyNumber })
    const timeZone = await brands.timeZoneOf(client)
    return { ...found, ...paymentFacts(payment, timeZone) }
  }

  /** The person is undefined if the account is no longer in the account system. */
  async function customerOf(
    { client, accountNumber, person }: AccountKey & { person: Person | undefined },
    known: { policyNumber?: string; user?: RegisteredUser } = {},
  ): Promise<FoundCustomer> {
    const user = known.user ?? (await registeredUsers.of(client, accountNumber))
    const { firstName = "", lastName = "", emailAddress = "" } = person ?? {}
    return {
      accountNumber,
      policyNumber: known.policyNumber ?? person?.policyNumber ?? "",
      userid: user?.username ?? "",
      actualUserid: user?.userid ?? "",
      policyHolder: { firstName, lastName, emailAddress },
      emailVersion: emailVersions.of({ client, accountNumber }, emailAddress),
      isGone: person === undefined,
      client,
      clientName: await brands.nameOf(client),
      registration: user ? (user.reactivate ? "reactivate" : "registered") : "none",
      paymentConfirmationNumber: "",
      paymentDate: "",
      billingDay: "",
      paymentDetail: [],
      untoldCharges: (await unsentChargeNoticesOf(client, accountNumber)).map(
        shownUnsentChargeNotice,
      ),
    }
  }

  /**
   * Customers see in their audit log that staff found them. A search value without a match is not
   * stored.
   */
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

const keyOf = ({ client, accountNumber }: AccountKey) => `${client} ${accountNumber}`

/** The account of a registration, under its current number. */
function accountOf({ client, accountNumber, movedTo }: RegisteredUser): AccountKey {
  return { client, accountNumber: movedTo ?? accountNumber }
}
