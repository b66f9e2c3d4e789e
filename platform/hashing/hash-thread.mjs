// One thread of hash-pool.ts. It is plain JavaScript, because the TypeScript compiler of Node would
// take memory in each thread.

import { argon2Sync, pbkdf2Sync, scryptSync } from "node:crypto"
import { parentPort } from "node:worker_threads"

/** Twice the memory of the largest accepted hash: scrypt needs a little more than its table. */
const scryptMemory = 256 * 1024 * 1024

async function hashOf({ algorithm, message, nonce, ...work }) {
  switch (algorithm) {
    case "scrypt": {
      const { tagLength, ...cost } = work
      return scryptSync(message, nonce, tagLength, { ...cost, maxmem: scryptMemory })
    }
    case "pbkdf2":
      return pbkdf2Sync(message, nonce, work.iterations, work.tagLength, work.digest)
    case "bcrypt": {
      // Loaded here because most installations never import such a hash.
      const { hashSync } = await import("bcryptjs")
      return Buffer.from(hashSync(message, work.setting))
    }
    default:
      return argon2Sync(algorithm, { message, nonce, ...work })
  }
}

parentPort?.on("message", async (work) => {
  try {
    parentPort?.postMessage({ hash: await hashOf(work) })
  } catch (error) {
    parentPort?.postMessage({ refused: String(error) })
  }
})
