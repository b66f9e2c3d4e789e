import { ProviderAway, ProviderRefused } from "#ports/identity-provider/port.ts"
import type { Deps } from "#services/deps.ts"
import { endProviderSessions, takeLogoutToken } from "./provider-attempts.store.ts"

export type LogoutResult = "done" | "repeated" | "refused" | "away"

/**
 * Ends sessions when an identity provider sends that its own session ended (back-channel logout).
 */
export function createProviderLogout({ database, clock, secrets, audit, log, staffSignIn }: Deps) {
  return async (request: {
    provider: string
    token: string
    ip: string
  }): Promise<LogoutResult> => {
    const provider = staffSignIn.providers.find(({ name }) => name === request.provider)
    if (!provider) return "refused"
    const read = await provider.openid.readLogout(request.token).catch((error: unknown) => {
      if (error instanceof ProviderRefused || error instanceof ProviderAway) return error
      throw error
    })
    if (read instanceof Error) {
      const data = { provider: provider.name, reason: read.message }
      log.warn(data, "A logout token of an identity provider was not taken.")
      return read instanceof ProviderAway ? "away" : "refused"
    }
    const { name } = provider
    const now = clock.now()
    return await database.transaction(async (tx) => {
      const isFirst = await takeLogoutToken(tx, secrets.hash("logout token", read.id, name), now)
      if (!isFirst) return "repeated"
      const { subject, sid } = read
      for (const userid of await endProviderSessions(tx, { provider: name, subject, sid }, now)) {
        await audit.record(tx, {
          ...{ client: "", accountNumber: null, subjectUserid: userid, ip: request.ip },
          action: "signOut",
          actor: { kind: "system" },
          after: { provider: name, reason: "logged out at the provider" },
        })
      }
      return "done"
    })
  }
}
