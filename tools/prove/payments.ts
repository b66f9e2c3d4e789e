import { onPostgres } from "./on-postgres.ts"
import type { Part } from "./part.ts"
import { killPayments } from "./payments/kill-payments.ts"
import { repeatPayments } from "./payments/repeat-payments.ts"

/** Proves on PostgreSQL that no payment is lost or doubled while servers and gateway are killed. */
export const payments: Part = async ({ small, seed, log }) => [
  ...(await onPostgres((databaseUrl) => killed(databaseUrl, small, seed, log))),
  ...(await onPostgres((databaseUrl) => repeated(databaseUrl, small, log))),
]

async function killed(
  databaseUrl: string,
  small: boolean,
  seed: number,
  log: (line: string) => void,
): Promise<string[]> {
  const size = small
    ? { accounts: 25, products: 8, kills: 10 }
    : { accounts: 500, products: 20, kills: 200 }
  log(
    `${size.accounts * size.products} payments by 25 clients, with returns, refunds and disputes, during ${size.kills} × kill -9 of two servers and the gateway`,
  )
  const plan = { ...size, databaseUrl, servers: 2, times: 1, clients: 25, seed, hasReports: true }
  const { wrong, ...numbers } = await killPayments(plan, log)
  for (const [name, value] of Object.entries(numbers)) {
    log(`${name}: ${Math.round(value * 10) / 10}`)
  }
  const isLate = numbers.resolvedAfterSeconds > 60
  return isLate ? [...wrong, "not all were resolved within a minute"] : wrong
}

async function repeated(
  databaseUrl: string,
  small: boolean,
  log: (line: string) => void,
): Promise<string[]> {
  const keys = small ? 50 : 500
  log(`${keys} keys, each sent 20 times at once to two servers`)
  return await repeatPayments({ databaseUrl, keys, repeats: 20 })
}
