import type { Random } from "#testing/random.ts"
import type { YearCode } from "./year-calculation.model.ts"
import type { Year, YearAccount } from "./year-world.model.ts"

const unusual = [
  "bank-poor",
  "bank-closed",
  "bank-disputed",
  "disputed",
  "refunded",
  "partly",
  "inquiry",
  "dispute-won",
  "dispute-lost",
]
const codes: YearCode[] = ["M", "M", "Q", "S", "A"]

function sampleOf(random: Random, last: string): string {
  const chosen = random.below(20)
  if (chosen < 12) return "visa"
  if (chosen < 15) return "bank"
  return chosen === 15 ? last : random.pick(unusual)
}

/**
 * Possibly lets a person act at this time. Returns the operation, with the payment if one was
 * accepted.
 */
export async function actOf(
  year: Year,
  account: YearAccount,
  random: Random,
  today: string,
): Promise<{ what: string; payment?: { id: string; amount: number } } | undefined> {
  const { expected, autoPay } = account
  const owed = expected.owed()
  const isHurried = expected.isPastDue(today) || expected.due(today) > 0
  // Each day has four of these moments.
  if (owed > 0 && random.below(autoPay ? 600 : isHurried ? 20 : 60) === 0) {
    const sample = sampleOf(random, "declined")
    const key = `key ${random.below(1e9)} ${random.below(1e9)}`
    const payment = await year.pay(account, sample, owed, key)
    return payment ? { what: "payNow", payment } : { what: "declined" }
  }
  const chosen = random.below(500)
  if (chosen === 0) {
    const code = random.pick(codes)
    await year.change(account, code, autoPay, today)
    return { what: "change of frequency" }
  }
  if (chosen === 1 && autoPay) {
    await year.change(account, expected.code(), null, today)
    return { what: "ended auto pay" }
  }
  if (chosen > 1 && chosen < 10 && !autoPay && !account.isDoneWithAutoPay) {
    await year.change(account, expected.code(), sampleOf(random, "poor"), today)
    return { what: "started auto pay" }
  }
  return undefined
}
