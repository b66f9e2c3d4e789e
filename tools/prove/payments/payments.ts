import { createRandom } from "#testing/random.ts"
import type { Part, Run } from "../part.ts"
import { createPayers, inParallel, planPayments } from "../world/payers.ts"
import { onPostgres } from "../world/postgres.ts"
import { startWorld } from "../world/world.ts"
import { killPayments } from "./kill-payments.ts"

const repeats = 20
/** The number of parallel keys that keeps both servers busy without timeouts. */
const keysAtOnce = 5

/** Proves on PostgreSQL that no payment is lost or doubled while servers and gateway are killed. */
export const payments: Part = async (run) => [
  ...(await onPostgres((databaseUrl) => killed(databaseUrl, run))),
  ...(await onPostgres((databaseUrl) => repeated(databaseUrl, run))),
]

async function killed(databaseUrl: string, { size: chosen, seed, log }: Run): Promise<string[]> {
  const size = {
    small: { accounts: 25, products: 8, kills: 10 },
    change: { accounts: 100, products: 20, kills: 40 },
    full: { accounts: 500, products: 20, kills: 200 },
  }[chosen]
  log(
    `${size.accounts * size.products} payments by 25 clients, with returns, refunds and disputes, during ${size.kills} × kill -9 of two servers and the gateway`,
  )
  const plan = { ...size, databaseUrl, servers: 2, times: 1, clients: 25, seed, hasReports: true }
  const { wrong, ...numbers } = await killPayments(plan, log)
  for (const [name, value] of Object.entries(numbers)) {
    log(`${name}: ${Math.round(value * 10) / 10}`)
  }
  const { refundsByStaff, corrections } = numbers
  return [
    ...wrong,
    ...(refundsByStaff === 0 || corrections === 0 ? ["staff refunded or corrected nothing"] : []),
  ]
}

/** Sends each key many times in parallel to two servers, for one payment each. */
async function repeated(databaseUrl: string, { small, log }: Run): Promise<string[]> {
  const products = 20
  const people = { accounts: small ? 3 : 25, products }
  await using world = await startWorld({ databaseUrl, servers: 2, people })
  const payers = createPayers(world, createRandom(1))
  const intentions = planPayments(people)
  log(`${intentions.length} keys, each sent ${repeats} times at once to two servers`)
  await inParallel(keysAtOnce, [...intentions], async (intention) => {
    await Promise.all(Array.from({ length: repeats }, () => payers.submit(intention)))
    // A repetition that overtook the first request got the answer that the payment is in progress.
    if (intention.told === "unknown") await payers.pay(intention)
  })
  const { wrong, accepted } = await world.compareBooks({ intentions })
  const { length } = intentions
  return accepted === length ? wrong : [...wrong, `${accepted} of ${length} were accepted`]
}
