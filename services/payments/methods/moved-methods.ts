import type { PeriodicJob } from "#platform/jobs/job.ts"
import type { Deps } from "#services/deps.ts"
import type { createMethodReports } from "./payment-method-reports.ts"
import {
  type BlockedReason,
  findMethod,
  findMethodAccounts,
  findMovedMethods,
  type PaymentMethodRow,
} from "./payment-methods.store.ts"

/**
 * Why a method cannot be charged; "" if it can. A method of another account than the client's is
 * blocked at once, before the job below has marked it.
 */
export async function blockOf(
  { gateways }: Pick<Deps, "gateways">,
  { client, gateway, blockedReason = "" }: PaymentMethodRow,
): Promise<BlockedReason | ""> {
  const current = await gateways.nameOf(client)
  return gateway !== current && gateways.find(current) ? "otherAccount" : blockedReason
}

const pageSize = 100

/**
 * After a client has moved to another account with the gateway, blocks the methods that the earlier
 * account has: auto pay by them is suspended, and its customers read before the next charge that
 * they have to add the method again. After the client has moved back, the methods are unblocked.
 */
export function movedMethodsJob(
  { database, brands, gateways }: Pick<Deps, "database" | "brands" | "gateways">,
  { move }: Pick<ReturnType<typeof createMethodReports>, "move">,
) {
  async function runFor(
    client: string,
    of: { gateway: string; isElsewhere: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const current = await gateways.nameOf(client)
    const isRight = of.isElsewhere === (of.gateway !== current)
    // A mistyped account must not suspend anything.
    if (isRight || !gateways.find(current)) return
    let page: Awaited<ReturnType<typeof findMovedMethods>>
    do {
      page = await findMovedMethods(database, client, current, pageSize)
      for (const { accountNumber, recordId } of page) {
        signal.throwIfAborted()
        const method = await findMethod(database, client, accountNumber, recordId)
        if (method) await move(method, current)
      }
    } while (page.length === pageSize)
  }

  return {
    name: "moved methods",
    everySeconds: 900,
    async run(signal) {
      const failures: unknown[] = []
      const served = new Set(await brands.customerClients())
      for (const { client, ...account } of await findMethodAccounts(database)) {
        if (!served.has(client)) continue
        // The account system or the gateway account of one client does not stop the others.
        await runFor(client, account, signal).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  } satisfies PeriodicJob
}
