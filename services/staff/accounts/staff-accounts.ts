import { isEmailAddressOfAnyEnding } from "#contracts/email-address-rules.ts"
import { isNewPassword } from "#contracts/identity/password-rules.ts"
import { isUsername } from "#contracts/identity/username-rules.ts"
import { type StaffRole, staffRoleName, usualStaffRoles } from "#contracts/staff/staff-roles.ts"
import type { Queries } from "#database/sql.ts"
import type { Audit, AuditAction } from "#services/audit/audit.ts"
import type { Deps } from "#services/deps.ts"
import { staffPasswordOf } from "#services/identity/credentials/password.ts"
import { isGuessable } from "#services/identity/credentials/password-strength.ts"
import { forgetEnd } from "../providers/provider-accounts.store.ts"
import { deleteFactor } from "../second-factor/second-factor.store.ts"
import {
  endSessionsOfStaff,
  findClients,
  findStaffMember,
  insertStaffMember,
  listStaff,
  type StaffRow,
  updateStaffMember,
} from "./staff.store.ts"

export interface NewStaff {
  username: string
  firstName: string
  lastName: string
  email: string
  /** The clients that they may serve; null for all. */
  clients: string[] | null
  /** The default is the role for helping customers. */
  roles?: readonly StaffRole[]
  needsSecondFactor: boolean
  password: string
  /** Whether they must choose their own password at the first sign-in; true by default. */
  mustChangePassword?: boolean
}

/**
 * Staff accounts, managed by the operator. Every change adds an audit entry. A change that takes
 * away a right ends the sessions of the staff member.
 *
 * Errors: an `Error` with a one-line instruction. Nothing was changed then.
 */
export function createStaffAccounts({
  database,
  clock,
  audit,
  passwords,
}: Pick<Deps, "database" | "clock" | "audit" | "passwords">) {
  async function change(
    username: string,
    action: AuditAction,
    work: (tx: Queries, staffMember: StaffRow) => Promise<BeforeAndAfter>,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const staffMember = await findStaffMember(tx, username)
      if (!staffMember) throw new Error(`There is no staff account ${username}.`)
      const { provider } = staffMember
      if (provider !== null && !ofEveryAccount.includes(action)) {
        throw new Error(
          `The identity provider ${provider.name} says what ${username} may do. Change the groups there.`,
        )
      }
      const change = await work(tx, staffMember)
      await recordAccount(audit, tx, { action, userid: staffMember.userid, ...change })
    })
  }

  async function hashedPassword(
    userid: string,
    password: string,
    owner: Partial<Pick<NewStaff, "username" | "firstName" | "lastName" | "email">>,
  ): Promise<string> {
    if (!isNewPassword(password)) {
      throw new Error(
        "The password needs 8 characters, a lowercase letter, an uppercase letter and a digit.",
      )
    }
    const { username = "", firstName = "", lastName = "", email = "" } = owner
    if (await isGuessable(password, [username, firstName, lastName, email])) {
      throw new Error("The password is easy to guess. Please choose a longer one.")
    }
    return await passwords.hash(password, staffPasswordOf(userid))
  }

  return {
    list: () => listStaff(database),
    find: (username: string) => findStaffMember(database, username),

    async add(staff: NewStaff): Promise<void> {
      if (!isUsername(staff.username)) throw new Error(`"${staff.username}" is no username.`)
      if (!isEmailAddressOfAnyEnding(staff.email))
        throw new Error(`"${staff.email}" is not an email address.`)
      await checkClients(database, staff.clients)
      const { password, mustChangePassword = true, roles = usualStaffRoles, ...rest } = staff
      const userid = staff.username.toLowerCase()
      const passwordHash = await hashedPassword(userid, password, staff)
      await database.transaction(async (tx) => {
        const isNew = await insertStaffMember(tx, {
          ...rest,
          roles,
          userid,
          passwordHash,
          mustChangePassword,
          now: clock.now(),
        })
        if (!isNew) throw new Error(`There is a staff account ${staff.username} already.`)
        const after = accountWords({ ...staff, roles, secondFactor: staff.needsSecondFactor })
        await recordAccount(audit, tx, { action: "staff.account.add", userid, after })
      })
    },

    /** Sets a password that the staff member must replace at the next sign-in. */
    async setPassword(username: string, password: string): Promise<void> {
      // The userid and the username of an account from a folder can differ.
      const named = await findStaffMember(database, username)
      const passwordHash = await hashedPassword(named?.userid ?? "", password, {
        username,
        ...named,
      })
      await change(username, "staff.account.change", async (tx, { userid }) => {
        if (userid !== named?.userid) throw new Error(`${username} was changed meanwhile.`)
        await updateStaffMember(tx, userid, { passwordHash, mustChangePassword: true })
        await endSessionsOfStaff(tx, userid, clock.now())
        return { after: { password: "a new one" } }
      })
    },

    async setClients(username: string, clients: string[] | null): Promise<void> {
      await checkClients(database, clients)
      await change(username, "staff.account.change", async (tx, staffMember) => {
        await updateStaffMember(tx, staffMember.userid, { clients })
        await endSessionsOfStaff(tx, staffMember.userid, clock.now())
        const words = (those: string[] | null) => ({ clients: clientWords(those) })
        return { before: words(staffMember.clients), after: words(clients) }
      })
    },

    /** Replaces the roles. Ends the sessions of the staff member if one is taken away. */
    async setRoles(username: string, roles: readonly StaffRole[]): Promise<void> {
      await change(username, "staff.account.change", async (tx, staffMember) => {
        await updateStaffMember(tx, staffMember.userid, { roles })
        const isAnyRemoved = staffMember.roles.some((role) => !roles.includes(role))
        if (isAnyRemoved) await endSessionsOfStaff(tx, staffMember.userid, clock.now())
        const words = (those: readonly StaffRole[]) => ({ roles: roleWords(those) })
        return { before: words(staffMember.roles), after: words(roles) }
      })
    },

    async needSecondFactor(username: string, needsSecondFactor: boolean): Promise<void> {
      await change(username, "staff.account.change", async (tx, { userid }) => {
        await updateStaffMember(tx, userid, { needsSecondFactor })
        if (needsSecondFactor) await endSessionsOfStaff(tx, userid, clock.now())
        return { after: { "second factor": factorWords(needsSecondFactor) } }
      })
    },

    async resetSecondFactor(username: string): Promise<void> {
      await change(username, "staff.secondFactor.reset", async (tx, { userid }) => {
        await deleteFactor(tx, userid)
        await endSessionsOfStaff(tx, userid, clock.now())
        return {}
      })
    },

    async disable(username: string): Promise<void> {
      await change(username, "staff.account.disable", async (tx, { userid }) => {
        await updateStaffMember(tx, userid, { disabledAt: clock.now() })
        // So that no group at an identity provider enables the account anymore.
        await forgetEnd(tx, userid)
        await endSessionsOfStaff(tx, userid, clock.now())
        return {}
      })
    },

    async enable(username: string): Promise<void> {
      await change(username, "staff.account.enable", async (tx, { userid }) => {
        await updateStaffMember(tx, userid, { disabledAt: null })
        await forgetEnd(tx, userid)
        return {}
      })
    },
  }
}

/** The operator also makes these changes in accounts of identity providers. */
const ofEveryAccount: readonly AuditAction[] = ["staff.account.disable", "staff.account.enable"]

interface BeforeAndAfter {
  before?: Record<string, string>
  after?: Record<string, string>
}

/** Adds an audit entry for a change that the operator made to a staff account. */
export async function recordAccount(
  audit: Audit,
  tx: Queries,
  { userid, after = {}, ...change }: BeforeAndAfter & { action: AuditAction; userid: string },
): Promise<void> {
  const actor = { kind: "operator" } as const
  const nowhere = { client: "", accountNumber: null, ip: null }
  await audit.record(tx, { ...nowhere, actor, subjectUserid: userid, after, ...change })
}

/** The description of an account in an audit entry. */
export function accountWords(account: {
  username: string
  clients: string[] | null
  roles: readonly StaffRole[]
  secondFactor: boolean
}): Record<string, string> {
  const { username, clients, roles, secondFactor } = account
  return {
    username,
    clients: clientWords(clients),
    roles: roleWords(roles),
    "second factor": factorWords(secondFactor),
  }
}

export function roleWords(roles: readonly StaffRole[]): string {
  return roles.length === 0 ? "none" : roles.map(staffRoleName).join(", ")
}

function factorWords(isNeeded: boolean): string {
  return isNeeded ? "needed" : "not needed"
}

export function clientWords(clients: readonly string[] | null): string {
  return clients === null ? "all" : clients.join(", ")
}

async function checkClients(queries: Queries, clients: string[] | null): Promise<void> {
  if (clients === null) return
  if (clients.length === 0) throw new Error("Name at least one client, or all.")
  const known = await findClients(queries, clients)
  const unknown = clients.filter((client) => !known.includes(client))
  if (unknown.length > 0) throw new Error(`There is no client ${unknown.join(", ")}.`)
}
