import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { openDatabase } from "#database/open.ts"
import type { ComparedPortal } from "./compared-portal.ts"
import { countSpent, createCounters } from "./compared-side.store.ts"
import { cpuMilliseconds } from "./processes.ts"

export type Side = Awaited<ReturnType<typeof startSide>>

/** CPU milliseconds of the server process and of the database so far, and their statements. */
export interface Spent {
  server: number
  database: number
  statements: number
}

/** Starts the portal of the version in `folder`, with its own database. */
export async function startSide(folder: string) {
  const script = join(import.meta.dirname, "compared-portal.ts")
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  const line = await Promise.race([once(createInterface(child.stdout), "line"), ended])
  if (typeof line[0] !== "string") throw new Error(`The portal of ${folder} did not start.`)
  const portal = JSON.parse(line[0]) as ComparedPortal
  const database = await openDatabase({ url: portal.databaseUrl })
  await createCounters(database)
  // A closed connection keeps its last known CPU time.
  const byConnection = new Map<number, number>()
  return {
    portal,
    async spent(): Promise<Spent> {
      const { statements, processes } = await countSpent(database)
      for (const one of processes) byConnection.set(one, cpuMilliseconds(one))
      const server = cpuMilliseconds(portal.processId)
      return { server, statements, database: sum([...byConnection.values()]) }
    },
    async [Symbol.asyncDispose]() {
      await database.close()
      child.stdin.end()
      await ended
    },
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
