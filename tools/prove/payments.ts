// Proves on PostgreSQL that no payment is lost or made twice: `npm run prove:payments`.

import { startPostgres } from "#testing/postgres.ts"
import { killPayments } from "./kill-payments.ts"
import { repeatPayments } from "./repeat-payments.ts"

const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000)
await onPostgres(async (databaseUrl) => {
  console.log(
    `5,000 payments by 25 clients during 100 × kill -9 of two servers and the gateway (seed ${seed})`,
  )
  const people = { servers: 2, accounts: 250, products: 20, times: 1 }
  const plan = { ...people, databaseUrl, clients: 25, kills: 100, seed }
  const { wrong, ...numbers } = await killPayments(plan, (line) => console.log(`  ${line}`))
  for (const [name, value] of Object.entries(numbers)) {
    console.log(`  ${name}: ${Math.round(value * 10) / 10}`)
  }
  const isLate = numbers.resolvedAfterSeconds > 60
  report(isLate ? [...wrong, "not all were resolved within a minute"] : wrong)
})
await onPostgres(async (databaseUrl) => {
  console.log("500 keys, each sent 20 times at once to two servers")
  report(await repeatPayments({ databaseUrl, keys: 500, repeats: 20 }))
})

async function onPostgres(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  const end = () => void postgres.stop().then(() => process.exit(1))
  process.once("SIGINT", end).once("SIGTERM", end)
  try {
    await work(postgres.url)
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end)
    await postgres.stop()
  }
}

function report(wrong: readonly string[]): void {
  for (const line of wrong.slice(0, 20)) console.log(`  ✗ ${line}`)
  if (wrong.length > 0) process.exitCode = 1
  console.log(wrong.length === 0 ? "  ✓ every book agrees" : `  ${wrong.length} do not agree`)
}
