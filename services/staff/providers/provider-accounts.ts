import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { ProvenPerson } from "#ports/identity-provider/port.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import type { Deps } from "#services/deps.ts"
import { endSessionsOfStaff, insertStaffMember } from "../accounts/staff.store.ts"
import { accountWords, clientWords, roleWords } from "../accounts/staff-accounts.ts"
import {
  endAccount,
  insertAgentProvider,
  lockProviderAccount,
  type ProviderAccount,
  writePerson,
  writeProof,
} from "./provider-accounts.store.ts"
import { recheckMinutes } from "./provider-word.ts"
import type { GroupRights, StaffProvider } from "./staff-sign-in-ways.ts"

type Granted = Extract<Rights, { kind: "granted" }>

/** The state of an account after the provider's reply was applied. */
export type Settled =
  | {
      kind: "open"
      account: Pick<ProviderAccount, "userid" | "username" | "firstName" | "lastName">
    }
  | { kind: "no group" | "unclear groups" | "disabled" | "other issuer" }

/**
 * Keeps the accounts of identity providers in line with the groups at the provider: creates them,
 * changes their clients and roles, and ends them. Each change adds an audit entry; one that takes
 * away a right ends the sessions.
 */
export function createProviderAccounts({
  clock,
  seal,
  audit,
}: Pick<Deps, "clock" | "seal" | "audit">) {
  /** Applies the provider's reply. Runs in the transaction of a sign-in or a recheck. */
  async function settle(
    tx: Queries,
    provider: StaffProvider,
    person: ProvenPerson,
    ip: string | null = null,
  ): Promise<Settled> {
    const rights = rightsOf(provider.groups, person.groups)
    const found = await lockProviderAccount(tx, provider.name, person.subject)
    if (found && found.issuer !== provider.issuer) return { kind: "other issuer" }
    if (rights.kind !== "granted") {
      if (found) await end(tx, provider, found, rights.kind, ip)
      return { kind: rights.kind === "none" ? "no group" : "unclear groups" }
    }
    const account = found ?? (await add(tx, provider, person, rights, ip))
    // If two first sign-ins ran at once, the other one created the account.
    const own = account ?? (await lockProviderAccount(tx, provider.name, person.subject))
    if (!own) return { kind: "other issuer" }
    if (own.disabledAt !== null && own.endedAt === null) return { kind: "disabled" }
    await update(tx, provider, own, person, rights, ip)
    return { kind: "open", account: { ...own, ...namesOf(person) } }
  }

  async function add(
    tx: Queries,
    provider: StaffProvider,
    person: ProvenPerson,
    rights: Granted,
    ip: string | null,
  ): Promise<ProviderAccount | undefined> {
    // Usernames of local accounts never contain a colon.
    const userid = `${provider.name}:${person.subject}`
    const names = { userid, username: userid, ...namesOf(person) }
    const isNew = await insertStaffMember(tx, {
      ...names,
      ...copyOf(rights),
      passwordHash: "",
      needsSecondFactor: false,
      mustChangePassword: false,
      now: clock.now(),
    })
    if (!isNew) return undefined
    const { issuer } = provider
    const made = { userid, provider: provider.name, issuer, subject: person.subject }
    await insertAgentProvider(tx, { ...made, ...proofOf(userid, person, null) })
    const { "second factor": _, ...words } = accountWords({
      ...names,
      ...copyOf(rights),
      secondFactor: false,
    })
    await record(tx, "staff.account.add", userid, ip, {
      after: { ...words, provider: provider.name },
    })
    return {
      ...names,
      ...copyOf(rights),
      issuer,
      disabledAt: null,
      endedAt: null,
      refreshSealed: null,
    }
  }

  async function update(
    tx: Queries,
    provider: StaffProvider,
    account: ProviderAccount,
    person: ProvenPerson,
    rights: Granted,
    ip: string | null,
  ) {
    const { userid } = account
    const names = namesOf(person)
    const before = describe(account)
    const after = describe({ ...names, ...rights })
    const changed = Object.keys(after).filter((field) => before[field] !== after[field])
    await writePerson(tx, { userid, ...names, ...copyOf(rights), disabledAt: null })
    await writeProof(tx, userid, proofOf(userid, person, account.refreshSealed))
    if (isLess(account, rights)) await endSessionsOfStaff(tx, userid, clock.now())
    if (account.endedAt !== null) {
      await record(tx, "staff.account.enable", userid, ip, { after: { provider: provider.name } })
    }
    if (changed.length > 0) {
      const only = (words: Record<string, string>) =>
        Object.fromEntries(changed.map((field) => [field, words[field] ?? ""]))
      await record(tx, "staff.account.change", userid, ip, {
        before: only(before),
        after: { ...only(after), provider: provider.name },
      })
    }
  }

  /** Leaves an account unchanged that has already ended or that the operator disabled. */
  async function end(
    tx: Queries,
    provider: StaffProvider,
    { userid, disabledAt }: ProviderAccount,
    why: "none" | "unclear",
    ip: string | null,
  ) {
    if (disabledAt !== null) return
    await endAccount(tx, userid, clock.now())
    await endSessionsOfStaff(tx, userid, clock.now())
    const reason = why === "none" ? "no group with rights" : "groups with unclear rights"
    await record(tx, "staff.account.disable", userid, ip, {
      after: { provider: provider.name, reason },
    })
  }

  function proofOf(userid: string, { refreshToken }: ProvenPerson, kept: Buffer | null) {
    const now = clock.now()
    return {
      checkedAt: now,
      nextCheckAt: later(now, { minutes: recheckMinutes }),
      refreshSealed:
        refreshToken === null ? kept : seal.seal(refreshToken, providerTokenPurposeOf(userid)),
    }
  }

  async function record(
    tx: Queries,
    action: AuditAction,
    userid: string,
    ip: string | null,
    words: { before?: Record<string, string>; after: Record<string, string> },
  ) {
    const actor = { kind: "system" } as const
    const about = { client: "", accountNumber: null, subjectUserid: userid, ip }
    await audit.record(tx, { ...about, actor, action, ...words })
  }

  return {
    settle,
    refreshTokenOf: (userid: string, sealed: Buffer) =>
      seal.unseal(sealed, providerTokenPurposeOf(userid)),
  }
}

export type ProviderAccounts = ReturnType<typeof createProviderAccounts>

/** The purpose that binds a sealed token to its staff member. */
export function providerTokenPurposeOf(userid: string): string {
  return `appauth.agent_provider ${userid}`
}

function namesOf({ firstName, lastName, email }: ProvenPerson) {
  return { firstName, lastName, email }
}

function copyOf({ clients, roles }: Granted) {
  return { clients: clients && [...clients], roles: [...roles] }
}

function describe(account: {
  firstName: string
  lastName: string
  email: string
  clients: readonly string[] | null
  roles: Granted["roles"]
}): Record<string, string> {
  const { firstName, lastName, email, clients, roles } = account
  const sorted = <Word extends string>(words: readonly Word[]) => [...words].sort()
  return {
    name: `${firstName} ${lastName}`.trim(),
    email,
    clients: clientWords(clients && sorted(clients)),
    roles: roleWords(sorted(roles)),
  }
}

/** Whether the change takes away a right. */
function isLess(old: Pick<ProviderAccount, "clients" | "roles">, { clients, roles }: Granted) {
  const isRoleGone = old.roles.some((role) => !roles.includes(role))
  if (clients === null) return isRoleGone
  return isRoleGone || old.clients === null || old.clients.some((one) => !clients.includes(one))
}

type Rights = { kind: "none" } | { kind: "unclear" } | ({ kind: "granted" } & GroupRights)

/**
 * The rights from all groups of a person together. An account has one list of clients and one of
 * roles, so groups can only be combined if no role then extends to a client for which no group
 * gives it. Otherwise the groups are unclear.
 */
export function rightsOf(
  mapping: Readonly<Record<string, GroupRights>>,
  groups: readonly string[],
): Rights {
  const held = groups.filter((group) => Object.hasOwn(mapping, group)).map((name) => mapping[name])
  const own = held.filter((rights) => rights !== undefined)
  if (own.length === 0) return { kind: "none" }
  const roles = [...new Set(own.flatMap((rights) => rights.roles))].sort()
  const isForAll = own.some(({ clients }) => clients === null)
  const clients = isForAll
    ? null
    : [...new Set(own.flatMap((rights) => rights.clients ?? []))].sort()
  const gives = (client: string | null, role: StaffRole) =>
    own.some(
      (rights) =>
        rights.roles.includes(role) &&
        (rights.clients === null || (client !== null && rights.clients.includes(client))),
    )
  const isExact = roles.every((role) => (clients ?? [null]).every((client) => gives(client, role)))
  return isExact ? { kind: "granted", clients, roles } : { kind: "unclear" }
}
