import { randomUUID } from "node:crypto"
import { payerPolicy } from "#testing/payers.ts"
import { createRandom } from "#testing/random.ts"
import { comparePayments } from "../compare.ts"
import { createPayers, type Intention } from "../payer.ts"
import { openWorld } from "../world.ts"

/** The number of keys at a time that keeps both servers busy without timeouts. */
const keysAtOnce = 5

/**
 * Sends each key `repeats` times at once to two servers, for one payment each. Returns the
 * differences found afterward.
 */
export async function repeatPayments({
  databaseUrl,
  keys,
  repeats,
}: {
  databaseUrl: string
  keys: number
  repeats: number
}): Promise<string[]> {
  const products = 20
  const accounts = Math.ceil(keys / products)
  const world = await openWorld({ databaseUrl, servers: 2, accounts, products, times: 1 })
  try {
    const payers = createPayers(world, createRandom(1))
    const intentions = Array.from({ length: keys }, (_, n): Intention => {
      const payer = n % accounts
      const policyNumber = payerPolicy(payer, Math.floor(n / accounts))
      const key = randomUUID()
      return { key, payer, policyNumber, sample: "visa", told: "unsent", confirmationNumber: "" }
    })
    for (let start = 0; start < keys; start += keysAtOnce) {
      const some = intentions.slice(start, start + keysAtOnce)
      await Promise.all(
        some.flatMap((intention) =>
          Array.from({ length: repeats }, () => payers.submit(intention)),
        ),
      )
      // A repetition that overtook the first request was told that the payment is in progress.
      for (const intention of some) {
        while (intention.told === "unknown") await payers.ask(intention)
      }
    }
    const database = await world.settle()
    try {
      const { wrong, accepted } = await comparePayments(database, world.ledger, intentions)
      return accepted === keys ? wrong : [...wrong, `${accepted} of ${keys} were accepted`]
    } finally {
      await database.close()
    }
  } finally {
    await world.close()
  }
}
