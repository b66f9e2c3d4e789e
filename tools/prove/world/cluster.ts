import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { startForwarder } from "#testing/forwarder.ts"
import { initializeFolder, postgresPrograms, ready, spawnPostgres } from "#testing/postgres.ts"
import { freePort } from "#tools/free-port.ts"
import { copyPrimary } from "../scale/base-backup.ts"

/**
 * A commit is acknowledged when the primary and the standby have it. fsync is off: only processes
 * are killed here, and the kernel retains what they wrote.
 */
const settings = {
  fsync: "off",
  synchronous_commit: "on",
  wal_level: "replica",
  hot_standby: "on",
  wal_retrieve_retry_interval: "200ms",
  wal_receiver_timeout: "5s",
  wal_sender_timeout: "5s",
  max_connections: "100",
}

interface Node {
  data: string
  port: number
  process: ChildProcess
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A primary and a synchronous streaming standby behind one address, like a managed service. */
export async function startCluster() {
  const { owner } = postgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), "proof-cluster-"))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  let made = 0

  async function start(data: string, port: number): Promise<Node> {
    const process = spawnPostgres(data, port, settings)
    await ready(process)
    return { data, port, process }
  }

  async function newPrimary(): Promise<Node> {
    const data = join(folder, `data-${made++}`)
    initializeFolder(data)
    return await start(data, await freePort())
  }

  /** Copies the primary, starts the copy, and makes later commits wait for it. */
  async function newStandby(of: Node): Promise<Node> {
    const data = join(folder, `data-${made++}`)
    await copyPrimary(of.port, data, "standby")
    const node = await start(data, await freePort())
    await ask(of, "alter system set synchronous_standby_names = 'standby'")
    await ask(of, "select pg_reload_conf()")
    await untilSynchronous(of)
    return node
  }

  async function untilSynchronous(node: Node): Promise<void> {
    const sync = "select 1 from pg_stat_replication where sync_state = 'sync'"
    while ((await ask(node, sync)) === 0) await sleep(50)
  }

  async function stopAtOnce({ process }: Node): Promise<void> {
    if (process.exitCode !== null || process.signalCode !== null) return
    const gone = once(process, "exit")
    process.kill("SIGQUIT")
    await gone
  }

  let primary = await newPrimary()
  let standby = await newStandby(primary)
  const forwarder = await startForwarder(primary.port)

  return {
    url: `postgres://postgres@127.0.0.1:${forwarder.port}/postgres`,

    /** Ends every connection of the servers, by a reset or by the database's own command. */
    async cut(by: "reset" | "command"): Promise<void> {
      if (by === "reset") forwarder.cut()
      else {
        await ask(
          primary,
          "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
        )
      }
    },

    /**
     * Stops with `pg_ctl stop -m immediate` and starts again: the database recovers as after a
     * crash.
     */
    async restart(): Promise<void> {
      await stopAtOnce(primary)
      primary = await start(primary.data, primary.port)
      await untilSynchronous(primary)
    },

    /** Stops every process of the primary for this time. */
    async freeze(milliseconds: number): Promise<void> {
      const pids = withChildren(primary.process)
      for (const pid of pids) process.kill(pid, "SIGSTOP")
      await sleep(milliseconds)
      for (const pid of pids.toReversed()) process.kill(pid, "SIGCONT")
    },

    /** Kills the primary, promotes the standby and moves the address to it. */
    async promote(): Promise<void> {
      await stopAtOnce(primary)
      // There is no standby yet, so commits do not wait for one until `rebuild`.
      await ask(standby, "alter system reset synchronous_standby_names")
      await ask(standby, "select pg_reload_conf()")
      await ask(standby, "select pg_promote(true, 60)")
      const lost = primary
      primary = standby
      forwarder.moveTo(primary.port)
      rmSync(lost.data, { recursive: true, force: true })
    },

    /** Adds a new synchronous standby after `promote`. */
    async rebuild(): Promise<void> {
      standby = await newStandby(primary)
    },

    async stop(): Promise<void> {
      await forwarder.close()
      await Promise.all([stopAtOnce(primary), stopAtOnce(standby)])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement directly on a node; returns the number of rows. */
async function ask({ port }: Node, statement: string): Promise<number> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** The process ids, parent first: once stopped, it starts no more children. */
function withChildren({ pid = 0 }: ChildProcess): number[] {
  process.kill(pid, "SIGSTOP")
  const isChild = (entry: string) => {
    try {
      const stat = readFileSync(join("/proc", entry, "stat"), "utf8")
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      return Number(parent) === pid
    } catch {
      return false
    }
  }
  const children = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && isChild(entry))
  return [pid, ...children.map(Number)]
}
