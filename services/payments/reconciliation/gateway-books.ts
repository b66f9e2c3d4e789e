import { earlier } from "#platform/time.ts"
import type { Movement, Period } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { markItemized, writeMovements, writePayout } from "./movements.store.ts"

const batchSize = 500
/** A payout can fail this many days after it was made. */
const payoutDays = 30

/**
 * Copies the gateway's movements of a period, and the payouts of it and of the month before, into
 * the database. Returns how many were read. Errors: `GatewayAway`, `GatewaySilent`.
 */
export async function readBooks(
  { database, gateway, clock }: Pick<Deps, "database" | "gateway" | "clock">,
  period: Period,
): Promise<{ movements: number; payouts: number }> {
  const movements = await store(gateway.movements(period))
  const payoutsFrom = earlier(period.from, { days: payoutDays })
  let payouts = 0
  for await (const payout of gateway.payouts({ ...period, from: payoutsFrom })) {
    payouts += 1
    const isToRead = await writePayout(database, gateway.name, payout)
    if (!isToRead) continue
    const { reference } = payout
    await store(gateway.movements({ payout: reference }))
    await markItemized(database, gateway.name, reference, clock.now())
  }
  return { movements, payouts }

  async function store(listed: AsyncIterable<Movement>): Promise<number> {
    let count = 0
    let batch: Movement[] = []
    const write = async () => {
      await writeMovements(database, gateway.name, batch)
      count += batch.length
      batch = []
    }
    for await (const movement of listed) {
      batch.push(movement)
      if (batch.length === batchSize) await write()
    }
    await write()
    return count
  }
}
