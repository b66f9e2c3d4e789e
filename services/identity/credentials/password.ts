import { randomBytes, timingSafeEqual } from "node:crypto"
import { createHashPool, type HashPool, serverThreads } from "#platform/hashing/hash-pool.ts"
import type { Key, KeyRing, UnknownKey } from "#platform/keys/key-ring.ts"
import { argon2Problem, type ImportedHash, readImportedHash } from "./imported-hash.ts"
import { createSealedHashes, isSealedHash, schemeIdOf } from "./sealed-hash.ts"

/** The work that one hash takes. */
export interface HashCost {
  /** In KiB. */
  memory: number
  passes: number
  /** Number of lanes. */
  parallelism: number
}

/** OWASP's first recommendation for argon2id. */
export const recommendedCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

const saltLength = 16
const hashLength = 32

/** All hashes of a process use the same threads. */
export const sharedPool = createHashPool(serverThreads)

/**
 * The account of a password or an answer. It is part of the hash, so that the hash matches for no
 * other account.
 */
export type Owner = readonly [kind: "password" | "security answer" | "staff", ...string[]]

/** A stored hash and its owner. */
interface Found {
  stored: string
  owner: Owner
}

/**
 * Password hashes with the installation's key: the database alone is not enough to test a guess.
 */
export interface Passwords {
  /** The password as `$argon2id$v=19$m=…,t=…,p=…,keyid=…$salt$hash`. */
  hash(password: string, owner: Owner): Promise<string>
  /**
   * Whether this is the password of the account that was found. Takes the same time if none was
   * found, so that the time does not reveal which accounts exist. A hash that was made without a
   * key of this installation, or for another owner, never matches. The hash contains its costs, so
   * that hashes with other costs stay valid.
   *
   * `schemes` are those of all imported hashes that the account could have. The work of each is
   * done for every account, so that the time does not reveal which account has an imported hash.
   */
  isRight(password: string, found: Found | undefined, schemes?: readonly string[]): Promise<boolean>
  /**
   * Whether this installation made the hash with its current key. Any other hash is replaced the
   * next time the person enters the password.
   */
  isCurrent(stored: string): boolean
  /**
   * The stored form of a hash of another system or of this installation; `scheme` is set for
   * another system's hash. Returns a description of the problem with a hash that can never match.
   */
  imported(text: string, owner: Owner): { stored: string; scheme?: HashScheme } | string
  /** The hash in the format that `imported` reads; undefined if it can never match. */
  exported(found: Found): string | undefined
}

/** A kind of imported hashes: algorithm and costs. */
export interface HashScheme {
  id: string
  scheme: string
}

/**
 * `keyRing` has the installation's keys. `warn` notifies the operator about hashes that need
 * another key.
 */
export function createPasswords({
  keyRing,
  warn,
  cost = recommendedCost,
  pool = sharedPool,
}: {
  keyRing: KeyRing
  warn: (text: string) => void
  /** The cost of new hashes. Tests hash at a lower cost. */
  cost?: HashCost
  /** The threads for hashing. */
  pool?: HashPool
}): Passwords {
  const keys = keyRing.for("passwords")
  const sealed = createSealedHashes(keyRing.for("imported passwords"))
  return {
    async hash(password, owner) {
      const salt = randomBytes(saltLength)
      const key = keys.current
      const hash = await derive({ password, salt, cost, length: hashLength, key, owner, pool })
      const { memory, passes, parallelism } = cost
      const parameters = `m=${memory},t=${passes},p=${parallelism},keyid=${unpadded(key.id)}`
      return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(hash)}`
    },
    async isRight(password, found, schemes = []) {
      const foreign = found && isSealedHash(found.stored) ? unsealed(found) : undefined
      const own = foreign ? undefined : found && readable(found.stored)
      const actual = await derive({
        ...(own ?? { salt: Buffer.alloc(saltLength), cost, length: hashLength }),
        key: own?.key ?? keys.current,
        owner: found?.owner ?? ["password"],
        password,
        pool,
      })
      const isImported = await isImportedRight(password, foreign, schemes)
      return own === undefined ? isImported : timingSafeEqual(actual, own.hash)
    },
    isCurrent(stored) {
      const own = isSealedHash(stored) ? "imported" : read(stored)
      return typeof own !== "string" && own.key === keys.current
    },
    imported(text, owner) {
      if (phc.test(text)) {
        const own = read(text)
        if (typeof own === "string") return own
        return argon2Problem(own.cost, { mayBeWeak: true }) ?? { stored: text }
      }
      const foreign = readImportedHash(text)
      if (typeof foreign === "string") return foreign
      const scheme = { id: schemeIdOf(foreign.scheme), scheme: foreign.scheme }
      return { stored: sealed.seal(foreign, owner), scheme }
    },
    exported(found) {
      if (isSealedHash(found.stored)) return unsealed(found)?.text
      return typeof read(found.stored) === "string" ? undefined : found.stored
    },
  }

  /** Does the work of every scheme once, and compares the account's own imported hash. */
  async function isImportedRight(
    password: string,
    foreign: ImportedHash | undefined,
    schemes: readonly string[],
  ): Promise<boolean> {
    const all = new Set([...schemes, ...(foreign ? [foreign.scheme] : [])])
    let isRight = false
    for (const scheme of all) {
      const hash = scheme === foreign?.scheme ? foreign : readImportedHash(scheme)
      if (typeof hash === "string") continue
      const result = await pool.hash(hash.workOf(password))
      if (hash === foreign) isRight = foreign.isMadeBy(result)
    }
    return isRight
  }

  function unsealed({ stored, owner }: Found): ImportedHash | undefined {
    try {
      return sealed.unseal(stored, owner)
    } catch (error) {
      warn(`A password hash was refused. ${(error as Error).message}`)
      return undefined
    }
  }

  function readable(stored: string) {
    const own = read(stored)
    if (typeof own !== "string") return own
    warn(`A password hash was refused: it ${own}`)
    return undefined
  }

  /** The parts of a hash of this installation, or the problem with any other hash. */
  function read(stored: string) {
    const parts = phc.exec(stored)?.groups
    if (!parts) return "was made without the installation's key."
    try {
      const key = keys.byId(Buffer.from(parts.keyid ?? "", "base64"))
      const hash = Buffer.from(parts.hash ?? "", "base64")
      const salt = Buffer.from(parts.salt ?? "", "base64")
      const written = {
        memory: Number(parts.memory),
        passes: Number(parts.passes),
        parallelism: Number(parts.parallelism),
      }
      return { key, hash, salt, cost: written, length: hash.length }
    } catch (error) {
      return (error as UnknownKey).message.replace(/^M/, "was m")
    }
  }
}

/** The owner of a customer's password. */
export function passwordOf(user: PasswordHolder): Owner {
  return ["password", user.client, user.userid, user.accountNumber]
}

/** The owner of a customer's security answer. */
export function answerOf(user: PasswordHolder): Owner {
  return ["security answer", user.client, user.userid, user.accountNumber]
}

/** The owner of a staff member's password. */
export function staffPasswordOf(userid: string): Owner {
  return ["staff", userid]
}

export interface PasswordHolder {
  client: string
  userid: string
  accountNumber: string
}

const phc =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+),keyid=(?<keyid>[A-Za-z0-9+/]{6})\$(?<salt>[A-Za-z0-9+/]{11,})\$(?<hash>[A-Za-z0-9+/]{16,})$/

interface ToDerive {
  password: string
  salt: Buffer
  cost: HashCost
  length: number
  key: Key
  owner: Owner
  pool: HashPool
}

async function derive({ password, salt, cost, length, key, owner, pool }: ToDerive) {
  return await pool.hash({
    algorithm: "argon2id",
    // Different keyboards can produce different code points for the same password.
    message: password.normalize("NFKC"),
    // Copies: part of a larger buffer would be sent to the thread together with the whole buffer.
    nonce: new Uint8Array(salt),
    ...cost,
    tagLength: length,
    secret: new Uint8Array(key.secret),
    associatedData: new TextEncoder().encode(JSON.stringify(owner)),
  })
}

/** PHC strings contain base64 without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "")
}
