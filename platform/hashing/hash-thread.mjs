// One thread of hash-pool.ts. It is plain JavaScript: the compiler that Node needs for TypeScript
// would take memory in each thread.

import { argon2Sync } from "node:crypto"
import { parentPort } from "node:worker_threads"

parentPort?.on("message", (work) => {
  try {
    parentPort?.postMessage({ hash: argon2Sync("argon2id", work) })
  } catch (error) {
    parentPort?.postMessage({ refused: String(error) })
  }
})
