import { hkdfSync } from "node:crypto"
import { createChallenge, randomInt, verifySolution } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/pbkdf2"
import { z } from "zod"
import type { Key, Keys } from "#platform/keys/key-ring.ts"
import type { Captcha, Challenge } from "./port.ts"

/**
 * The number of keys a browser derives before it finds the right one, and the rounds of each: about
 * 160,000 rounds in all, half a second on a phone from 2016 and a twentieth on a desktop.
 */
const derivations = { fewest: 40, most: 120 }
export const recommendedRounds = 2_000

/** Proofs are untrusted input: their shape is checked before anything is used. */
const proofShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string().min(1),
      data: z.object({ purpose: z.string(), expires: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

/**
 * ALTCHA without its service: tasks are issued and checked here, with secrets derived from `keys`.
 * Tasks are not stored; each carries its own signature.
 */
export function createAltcha(keys: Keys, rounds = recommendedRounds): Captcha {
  const current = secretsOf(keys.current)
  const all = [current, ...keys.all.filter((key) => key !== keys.current).map(secretsOf)]

  return {
    async challenge(purpose, expiresAt) {
      // The library's own expiry uses the machine's clock, so ours travels as data.
      const data = { purpose, expires: Math.floor(expiresAt.getTime() / 1000) }
      const { parameters, signature = "" } = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: rounds,
        counter: randomInt(derivations.most, derivations.fewest),
        data,
        deriveKey,
        ...current,
      })
      const { algorithm, nonce, salt, cost, keyLength, keyPrefix, keySignature = "" } = parameters
      return {
        parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix, keySignature, data },
        signature,
      } satisfies Challenge
    },

    async read(proof) {
      const parsed = proofShape.safeParse(jsonOf(proof))
      if (!parsed.success) return undefined
      const { challenge } = parsed.data
      if (!(await isSolved(parsed.data))) return undefined
      const { purpose, expires } = challenge.parameters.data
      return { id: challenge.signature, purpose, expiresAt: new Date(expires * 1000) }
    },
  }

  /** A wrong signature is found before anything is derived. */
  async function isSolved({ challenge, solution }: z.infer<typeof proofShape>): Promise<boolean> {
    for (const secrets of all) {
      const found = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      if (found.verified) return true
    }
    return false
  }
}

function secretsOf({ secret }: Key) {
  return {
    hmacSignatureSecret: secretOf(secret, "altcha challenge"),
    hmacKeySignatureSecret: secretOf(secret, "altcha solution"),
  }
}

function secretOf(key: Buffer, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32)).toString("hex")
}

function jsonOf(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString("utf8"))
  } catch {
    return undefined
  }
}
