import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"

/** A process that is killed and started again, always with the same arguments. */
export interface Killable {
  kills(): number
  /** The number of times that it ended unexpectedly. */
  ended(): number
  /** Kills with SIGKILL and starts again; resolves when it serves. */
  kill(): Promise<void>
  /** Ends with SIGTERM and starts again. Resolves with the exit code when it serves. */
  restart(): Promise<number | null>
  stop(): Promise<void>
}

/**
 * Starts `script`, which sends a message when it serves. Whenever the process ends, also
 * unexpectedly, it is started again.
 */
export async function startKillable(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<Killable> {
  let child: ChildProcess
  let isStopping = false
  let kills = 0
  let restarts = 0
  let exits = 0
  let ready: Promise<unknown> = Promise.resolve()

  function start() {
    child = fork(script, args, {
      env: { ...process.env, ...env },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    })
    ready = once(child, "message")
    child.once("exit", () => {
      if (isStopping) return
      exits += 1
      start()
    })
  }

  start()
  await ready
  return {
    kills: () => kills,
    ended: () => exits - kills - restarts,
    async kill() {
      kills += 1
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
      await ready
    },
    async restart() {
      restarts += 1
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      const [code] = (await gone) as [number | null]
      await ready
      return code
    },
    async stop() {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
    },
  }
}
