import type { ClaimingJob } from "#platform/jobs/job.ts"
import { later } from "#platform/time.ts"
import { ProviderRefused } from "#ports/identity-provider/port.ts"
import type { Deps } from "#services/deps.ts"
import { endSessionsOfStaff } from "../accounts/staff.store.ts"
import {
  claimDueChecks,
  type DueCheck,
  dropRefreshToken,
  postponeCheck,
} from "./provider-accounts.store.ts"
import type { ProviderAccounts } from "./provider-accounts.ts"

/** How long one process has for a request to the provider before another process may try. */
const claimMinutes = 2
/** The wait after a failure, for example if a provider is unavailable. */
const retryMinutes = 5

/**
 * Checks people again at their identity providers, with the refresh token of each sign-in. New
 * groups apply immediately, and without a mapped group the account ends. If the provider refuses
 * the token, the sessions end; the next sign-in brings a new token.
 */
export function providerRecheckJob(
  {
    database,
    clock,
    audit,
    log,
    staffSignIn,
  }: Pick<Deps, "database" | "clock" | "audit" | "log" | "staffSignIn">,
  { settle, refreshTokenOf }: ProviderAccounts,
): ClaimingJob<DueCheck> {
  async function refused({ userid, provider, refreshSealed }: DueCheck, reason: string) {
    await database.transaction(async (tx) => {
      if (!(await dropRefreshToken(tx, userid, refreshSealed))) return
      await endSessionsOfStaff(tx, userid, clock.now())
      await audit.record(tx, {
        ...{ client: "", accountNumber: null, subjectUserid: userid, ip: null },
        action: "signOut",
        actor: { kind: "system" },
        after: { provider, reason },
      })
    })
  }

  return {
    name: "identity provider checks",
    everySeconds: 60,
    atOnce: 4,
    async claim(limit, now) {
      if (staffSignIn.providers.length === 0) return []
      const retryAt = later(now, { minutes: claimMinutes })
      return await claimDueChecks(database, { now, retryAt, limit })
    },
    async run(row) {
      const provider = staffSignIn.providers.find(({ name }) => name === row.provider)
      if (!provider) throw new Error("The provider is not in the operator's file.")
      try {
        const token = refreshTokenOf(row.userid, row.refreshSealed)
        const person = await provider.openid.recheck(token, row.subject)
        await database.transaction((tx) => settle(tx, provider, person))
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
        await refused(row, error.message)
      }
    },
    async backOff({ userid, provider }, error) {
      const reason = error instanceof Error ? error.message : "unknown"
      log.warn({ provider, reason }, "An identity provider could not be asked about a person.")
      await postponeCheck(database, userid, later(clock.now(), { minutes: retryMinutes }))
    },
  }
}
