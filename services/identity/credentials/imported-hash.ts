import { timingSafeEqual } from "node:crypto"
import type { HashWork } from "#platform/hashing/hash-pool.ts"

/** A password hash from another system. */
export interface ImportedHash {
  text: string
  /**
   * Algorithm, costs and length, as a hash that takes the same work, with zeros as salt and result.
   * Equal for all hashes that one system made with the same settings.
   */
  scheme: string
  /** The hash work that checks this password. */
  workOf(password: string): HashWork
  isMadeBy(result: Buffer): boolean
}

/**
 * `<algorithm> <cost> …` and the limits of each cost. Within them, a hash takes at most a second or
 * two.
 */
const limits = {
  argon2: { memory: [4_096, 131_072], passes: [1, 10], lanes: [1, 16], work: [8_192, 524_288] },
  bcrypt: { cost: [8, 13] },
  scrypt: { memory: [16, 128], work: [131_072, 2_097_152] },
  pbkdf2: { iterations: [10_000, 2_000_000] },
} as const
const saltBytes = [8, 64] as const
const hashBytes = [16, 64] as const

/**
 * Reads a hash in PHC or modular crypt format: argon2id and argon2i (version 19), bcrypt (`$2a$`,
 * `$2b$`, `$2y$`), scrypt, and PBKDF2 with SHA-1, SHA-256 or SHA-512. For any other hash, or one
 * whose costs are too low or too high, returns a description of the problem. The description
 * contains nothing of the hash's salt and result.
 */
export function readImportedHash(text: string): ImportedHash | string {
  if (text.length > 400) return "is too long"
  const name = /^\$([a-z0-9-]{1,20})\$/.exec(text)?.[1]
  if (name === undefined) return "is not a hash in PHC or modular crypt format"
  if (/^2[aby]$/.test(name)) return readBcrypt(text)
  if (name === "argon2id" || name === "argon2i") return readArgon2(text, name)
  if (name === "scrypt") return readScrypt(text)
  if (/^pbkdf2(-sha1|-sha256|-sha512)?$/.test(name)) return readPbkdf2(text, name)
  return `has an algorithm that is not supported: ${name}`
}

function readBcrypt(text: string): ImportedHash | string {
  const parts = /^(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/.exec(text)
  if (!parts) return "is no bcrypt hash"
  const [, setting = "", cost = "", result = ""] = parts
  const problem = outside("the cost", Number(cost), limits.bcrypt.cost)
  if (problem) return problem
  return {
    text,
    scheme: `$2b$${cost}$${".".repeat(53)}`,
    workOf: (message) => ({ algorithm: "bcrypt", message, setting }),
    isMadeBy: (hash) => isSame(hash.subarray(-result.length), Buffer.from(result)),
  }
}

function readArgon2(text: string, algorithm: "argon2id" | "argon2i"): ImportedHash | string {
  const parts = /^\$argon2id?\$v=(\d+)\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})(\$.*)$/.exec(text)
  if (!parts) return `is no ${algorithm} hash with v, m, t and p alone`
  const [memory = 0, passes = 0, parallelism = 0] = parts.slice(2, 5).map(Number)
  if (parts[1] !== "19") return "has another version than v=19"
  return (
    argon2Problem({ memory, passes, parallelism }) ??
    derived(
      text,
      parts[5] ?? "",
      `$${algorithm}$v=19$m=${memory},t=${passes},p=${parallelism}`,
      (salt, tagLength) => {
        return (message) => ({
          algorithm,
          message,
          nonce: salt,
          memory,
          passes,
          parallelism,
          tagLength,
        })
      },
    )
  )
}

/** The problem with argon2 costs that are too low (unless that is allowed) or too high. */
export function argon2Problem(
  { memory, passes, parallelism }: { memory: number; passes: number; parallelism: number },
  { mayBeWeak = false } = {},
): string | undefined {
  const check = (name: string, value: number, [least, most]: readonly [number, number]) =>
    outside(name, value, [mayBeWeak ? 0 : least, most])
  return (
    check("m", memory, limits.argon2.memory) ??
    check("t", passes, limits.argon2.passes) ??
    check("p", parallelism, limits.argon2.lanes) ??
    check("m × t", memory * passes, limits.argon2.work)
  )
}

function readScrypt(text: string): ImportedHash | string {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})(\$.*)$/.exec(text)
  if (!parts) return "is no scrypt hash with ln, r and p alone"
  const [ln = 0, blockSize = 0, parallelization = 0] = parts.slice(1, 4).map(Number)
  const cost = 2 ** ln
  const problem =
    outside(
      "memory in MiB (128 × 2^ln × r)",
      (128 * cost * blockSize) / 2 ** 20,
      limits.scrypt.memory,
    ) ?? outside("2^ln × r × p", cost * blockSize * parallelization, limits.scrypt.work)
  return (
    problem ??
    derived(
      text,
      parts[4] ?? "",
      `$scrypt$ln=${ln},r=${blockSize},p=${parallelization}`,
      (nonce, tagLength) => {
        return (message) => ({
          algorithm: "scrypt",
          message,
          nonce,
          cost,
          blockSize,
          parallelization,
          tagLength,
        })
      },
    )
  )
}

/**
 * The costs are either the number of rounds, as in passlib's format, or `i=` with an optional `l=`.
 */
function readPbkdf2(text: string, name: string): ImportedHash | string {
  const parts = /^\$[a-z0-9-]+\$(?:i=)?(\d{1,9})(?:,l=(\d{1,3}))?(\$.*)$/.exec(text)
  if (!parts) return "is no PBKDF2 hash with its iterations"
  const iterations = Number(parts[1])
  const digest = name.split("-")[1] ?? "sha1"
  const problem = outside("the iterations", iterations, limits.pbkdf2.iterations)
  if (problem) return problem
  const read = derived(text, parts[3] ?? "", `$${name}$i=${iterations}`, (nonce, tagLength) => {
    return (message) => ({ algorithm: "pbkdf2", message, nonce, digest, iterations, tagLength })
  })
  if (typeof read !== "string" && parts[2] !== undefined) {
    const length = bytesOf(text.slice(text.lastIndexOf("$") + 1))?.length
    if (Number(parts[2]) !== length) return "has another length than l says"
  }
  return read
}

/** The hash at the end of a PHC string: `$salt$result` in base64. */
function derived(
  text: string,
  end: string,
  start: string,
  workWith: (salt: Uint8Array, length: number) => (password: string) => HashWork,
): ImportedHash | string {
  const [, salt, result] = end.split("$").map(bytesOf)
  if (!salt || !result || end.split("$").length !== 3) return "has no salt and result in base64"
  const problem =
    outside("the salt's length in bytes", salt.length, saltBytes) ??
    outside("the result's length in bytes", result.length, hashBytes)
  if (problem) return problem
  const zeros = (length: number) => Buffer.alloc(length).toString("base64").replace(/=+$/, "")
  return {
    text,
    scheme: `${start}$${zeros(16)}$${zeros(result.length)}`,
    // A copy: part of a larger buffer would be sent to the thread together with the whole buffer.
    workOf: workWith(new Uint8Array(salt), result.length),
    isMadeBy: (hash) => isSame(hash, result),
  }
}

/** Standard base64 with or without padding; passlib writes "." for "+". */
function bytesOf(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/.]+={0,2}$/.test(text)) return undefined
  return Buffer.from(text.replaceAll(".", "+"), "base64")
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function outside(
  name: string,
  value: number,
  [least, most]: readonly [number, number],
): string | undefined {
  if (value < least) return `is too weak: ${name} is ${value}, the least is ${least}`
  if (value > most) return `is too expensive: ${name} is ${value}, the most is ${most}`
  return undefined
}
