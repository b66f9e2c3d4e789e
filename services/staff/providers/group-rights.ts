import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import type { GroupRights } from "./staff-sign-in-ways.ts"

export type Rights = { kind: "none" } | { kind: "unclear" } | ({ kind: "granted" } & GroupRights)

/**
 * What the groups of a person allow together. An account has one list of clients and one of roles,
 * so groups add up only where no role reaches a client for which no group gives it: else they are
 * unclear.
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
