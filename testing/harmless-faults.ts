import { createHash } from "node:crypto"
import { operations } from "#ports/policy-admin/contract/operations.ts"
import type { Fault, Mishap } from "./faulty-proxy.ts"

/** Faults after which a repetition succeeds. */
const passing: readonly Fault[] = ["slow", "500 before", "500 after", "cut before", "cut after"]
const faultyOfHundred = 30
const longestDelayMs = 300
/** My Account sends a request at most three times, so this many requests after a fault succeed. */
const goodAfterFault = 3
/** My Account does not repeat these requests: it sends them again in the next round. */
const notRepeated = ["available", "postings", "autoPayDue", "issueBills"]

/**
 * Adds faults to requests that My Account repeats, so that customers notice only the wait. The
 * faults depend on the seed, the request, and how often it was made before, not on the order of
 * different requests.
 */
export function harmlessFaults(seed: number): (path: string, body: string) => Mishap | undefined {
  const made = new Map<string, { times: number; goodLeft: number }>()
  return (path, body) => {
    const name = path.split("/").at(-1) ?? ""
    if (!Object.hasOwn(operations, name) || notRepeated.includes(name)) return undefined
    const request = digestOf(path, body).toString("base64")
    const { times, goodLeft } = made.get(request) ?? { times: 0, goodLeft: 0 }
    const digest = digestOf(String(seed), request, String(times))
    const isFaulty = goodLeft === 0 && digest.readUInt32BE(0) % 100 < faultyOfHundred
    made.set(request, {
      times: times + 1,
      goodLeft: isFaulty ? goodAfterFault : Math.max(0, goodLeft - 1),
    })
    if (!isFaulty) return undefined
    const fault = passing[digest.readUInt32BE(4) % passing.length] ?? "slow"
    return { fault, delayMs: digest.readUInt32BE(8) % longestDelayMs }
  }
}

function digestOf(...parts: string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest()
}
