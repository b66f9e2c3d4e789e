import type { Queries } from "#database/sql.ts"
import { findStaffMemberOf, type StaffRow } from "./staff.store.ts"

/** Whether an agent has to prove more than a password. */
export function isFactorAsked(agent: StaffRow, secondFactorForAll: boolean): boolean {
  return agent.hasSecondFactor || agent.needsSecondFactor || secondFactorForAll
}

/**
 * Whether staff may still do what a session of theirs was opened for: log in at all, serve this
 * client (null: none in particular), and do so without a second factor where they have none. Asked
 * at every call, because what staff may do is not taken from them by the command line alone: a
 * folder that is loaded, a client and a setting say so too.
 */
export function createStaffStanding({ secondFactorForAll }: { secondFactorForAll: boolean }) {
  return async (queries: Queries, agentUserid: string, client: string | null): Promise<boolean> => {
    const agent = await findStaffMemberOf(queries, agentUserid)
    if (!agent || agent.disabledAt || agent.mustChangePassword) return false
    if (!agent.hasSecondFactor && isFactorAsked(agent, secondFactorForAll)) return false
    return client === null || agent.clients === null || agent.clients.includes(client)
  }
}

export type StaffStanding = ReturnType<typeof createStaffStanding>
