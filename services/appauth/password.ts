import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import type { Budget } from "./budgets.ts"

/** KiB of memory, passes, lanes: OWASP's first recommendation for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
/** Tries of one person's password: see `countedUnder` for whose tries are counted together. */
export const passwordBudget: Budget = { calls: 20, minutes: 60, message: "signIn.tooMany" }

const saltLength = 16
const hashLength = 32

/**
 * Each hash holds one of libuv's four threads and 19 MB; one thread is left for files and
 * look-ups, so that a rush of sign-ins slows sign-ins alone.
 */
const mostAtOnce = Math.min(availableParallelism(), 3)
let running = 0
const waiting: (() => void)[] = []

/** The password as `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  const hash = await derive(password, salt, cost, hashLength)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Whether this is the password that was hashed. The costs are those written in the hash, so
 * hashes made under other costs stay valid.
 *
 * Errors: an `Error` when what is stored is no argon2id hash, which is never the person's fault.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = phc.exec(stored)?.groups
  if (!parts) throw new Error("A stored password hash is not an argon2id hash.")
  const expected = Buffer.from(parts.hash ?? "", "base64")
  const actual = await derive(
    password,
    Buffer.from(parts.salt ?? "", "base64"),
    {
      memory: Number(parts.memory),
      passes: Number(parts.passes),
      parallelism: Number(parts.parallelism),
    },
    expected.length,
  )
  return timingSafeEqual(actual, expected)
}

/**
 * Whether this is the password of whoever was found. Takes as long where nobody was, so that the
 * time does not tell who exists.
 */
export async function isRightPassword(
  password: string,
  found: { passwordHash: string } | undefined,
): Promise<boolean> {
  if (found) return await verifyPassword(password, found.passwordHash)
  await derive(password, Buffer.alloc(saltLength), cost, hashLength)
  return false
}

/** A security answer as it is hashed: people do not remember their capitals and spaces. */
export function normalizedAnswer(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, " ")
}

const phc =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[A-Za-z0-9+/]{11,})\$(?<hash>[A-Za-z0-9+/]{16,})$/

async function derive(
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: typeof cost,
  length: number,
): Promise<Buffer> {
  await turn()
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      argon2(
        "argon2id",
        // The same password typed on another keyboard may come as other code points.
        {
          message: password.normalize("NFKC"),
          nonce: salt,
          memory,
          passes,
          parallelism,
          tagLength: length,
        },
        (error, hash) => (error ? reject(error) : resolve(hash)),
      )
    })
  } finally {
    done()
  }
}

async function turn(): Promise<void> {
  if (running < mostAtOnce) {
    running += 1
    return
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

/** Hands the place to the next in line, or gives it back. */
function done() {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

/** PHC strings carry base64 without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "")
}
