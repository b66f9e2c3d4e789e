import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"

/** A process that is killed and started again, always with the same arguments. */
export interface Killable {
  kills(): number
  /** kill -9, and up again; resolves when it serves. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts `script`, which sends a message once it serves. It is started again as often as it dies
 * by itself, too.
 */
export async function startKillable(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<Killable> {
  let child: ChildProcess
  let isStopping = false
  let kills = 0
  let ready: Promise<unknown> = Promise.resolve()

  function start() {
    child = fork(script, args, {
      env: { ...process.env, ...env },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    })
    ready = once(child, "message")
    child.once("exit", () => {
      if (!isStopping) start()
    })
  }

  start()
  await ready
  return {
    kills: () => kills,
    async kill() {
      kills += 1
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
      await ready
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
