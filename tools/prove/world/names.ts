import { useridOf } from "#contracts/identity/userid.ts"
import { documentedNumbers } from "#ports/payment-gateway/sandbox/numbers.ts"

export const host = "harbor.localhost"
export const client = "harbor"
export const supportHost = "support.localhost"

/** Sandbox methods of every payer; most charges succeed, as in production. */
export const samples = ["visa", "bank", "poor", "hushed", "dies", "twice"] as const
/** Samples whose money is later taken back or refunded. */
export const laterSamples = [
  "bank-poor",
  "bank-disputed",
  "disputed",
  "refunded",
  "partly",
  "dispute-won",
  "dispute-lost",
] as const
/** Samples that are declined at once or refused for good. Their payers then pay in another way. */
export const refusedSamples = documentedNumbers
  .filter(({ name, outcome }) => name === "bank-declined" || outcome.startsWith("refused-"))
  .map(({ name }) => name)

/** Today's date at the demo's Harbor Mutual. */
export function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO("America/New_York")
}

/** The due date of the products that people pay. The next bill is issued on a later day. */
export const dueDate = today().add({ days: 5 })

export function payerUserid(payer: number): string {
  return useridOf(`payer${payer}`, client)
}

export function recordIdOf(payer: number, sample: string): string {
  return `PM-${payer}-${sample}`
}
