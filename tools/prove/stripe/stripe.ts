import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { apiVersion } from "#ports/payment-gateway/stripe/client.ts"
import type { Part } from "#tools/prove/part.ts"
import { allTestFiles } from "#tools/test/files.ts"
import { runNodeTests } from "#tools/test/node-tests.ts"
import { sumOf } from "#tools/test/outcome.ts"
import { createSlots } from "#tools/test/slots.ts"
import { readTestKeys } from "./keys.ts"

/** Runs the suite of the payment gateway against a test account at Stripe, with an operator's keys. */
export const stripe: Part = async ({ log }) => {
  const { secretKey, publishableKey } = readTestKeys(process.env)
  const folder = mkdtempSync(join(tmpdir(), "my-account-stripe-"))
  const lines = join(folder, "lines")
  writeFileSync(lines, "")
  try {
    const outcomes = await runNodeTests(
      allTestFiles().filter(({ proofs }) => proofs.includes("stripe")),
      {
        postgresUrl: async () => "",
        slots: createSlots(1),
        workers: 1,
        signal: AbortSignal.any([]),
        env: {
          STRIPE_TEST_SECRET_KEY: secretKey,
          STRIPE_TEST_PUBLISHABLE_KEY: publishableKey,
          STRIPE_PROOF_LOG: lines,
        },
        isAlone: true,
        limitMs: 30 * 60_000,
      },
    )
    for (const line of readFileSync(lines, "utf8").trim().split("\n")) log(line)
    const { passed, failed } = sumOf(outcomes)
    const day = Temporal.Now.plainDateISO("UTC").toString()
    log(`${day}, API ${apiVersion}: ${passed} of ${passed + failed}`)
    return outcomes.flatMap(({ failures }) => failures)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
