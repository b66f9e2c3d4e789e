import { once } from "node:events"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { createQueue } from "../queue.ts"

/** The input of argon2, with the names of `node:crypto`. `memory` is in KiB. */
export interface Argon2Work {
  algorithm: "argon2id" | "argon2i"
  message: string
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
  secret?: Uint8Array
  associatedData?: Uint8Array
}

/** The input of a hash, with the names of `node:crypto`. */
export type HashWork =
  | Argon2Work
  | {
      algorithm: "scrypt"
      message: string
      nonce: Uint8Array
      cost: number
      blockSize: number
      parallelization: number
      tagLength: number
    }
  | {
      algorithm: "pbkdf2"
      message: string
      nonce: Uint8Array
      digest: string
      iterations: number
      tagLength: number
    }
  /** `setting` is a hash, or its beginning up to the salt. The result is a hash as text. */
  | { algorithm: "bcrypt"; message: string; setting: string }

export interface HashPool {
  /**
   * Hashes in a thread of the pool; waits in a queue while all threads are busy.
   *
   * Errors: an `Error` for input that the algorithm refuses, and for a thread that ended.
   */
  hash(work: HashWork): Promise<Buffer>
  /** The number of hashes that wait for a thread. */
  waiting(): number
}

/**
 * Threads that only hash, so that libuv's threads, which read files, resolve names and compress,
 * never work on a hash.
 *
 * A thread starts with the first hash that needs it and then stays, with the memory of one hash. An
 * idle thread does not keep the process alive.
 */
export function createHashPool(mostThreads: number): HashPool {
  const line = createQueue(mostThreads)
  const idle: HashThread[] = []
  return {
    waiting: line.waiting,
    async hash(work) {
      return await line.run(async () => {
        const thread = idle.pop() ?? createThread()
        try {
          return await thread.hash(work)
        } finally {
          if (!thread.hasEnded()) idle.push(thread)
        }
      })
    },
  }
}

/**
 * The number of threads of a server: one processor stays free for everything else, and more than
 * three threads would take too much memory.
 */
export const serverThreads = Math.min(Math.max(availableParallelism() - 1, 1), 3)

interface HashThread {
  hash(work: HashWork): Promise<Buffer>
  hasEnded(): boolean
}

/** MB. A hash needs memory only outside of the thread's heap. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

function createThread(): HashThread {
  const worker = new Worker(new URL("./hash-thread.mjs", import.meta.url), {
    name: "hashing",
    // Leaves out flags of the process, such as --test or --watch.
    execArgv: [],
    resourceLimits,
  })
  worker.unref()
  let hasEnded = false
  const ended = once(worker, "exit").then(
    () => "its thread ended",
    (error: Error) => error.message,
  )
  void ended.then(() => {
    hasEnded = true
  })
  return {
    hasEnded: () => hasEnded,
    async hash(work) {
      const answered = once(worker, "message") as Promise<[{ hash?: Uint8Array; refused?: string }]>
      worker.ref()
      try {
        worker.postMessage(work)
        const outcome = await Promise.race([answered, ended])
        if (typeof outcome === "string") throw new Error(`A hash was not made: ${outcome}.`)
        const [{ hash, refused }] = outcome
        if (!hash) throw new Error(`A hash was not made: ${refused}.`)
        return Buffer.from(hash)
      } finally {
        worker.unref()
      }
    },
  }
}
