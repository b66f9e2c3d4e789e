import { type ChildProcess, fork, type StdioOptions } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "#tools/free-port.ts"

const root = join(import.meta.dirname, "../../..")

/** A server without pages. */
export const serverScript = "tools/prove/world/server.ts"

export interface Running {
  child: ChildProcess
  /** Resolves with the exit code when the process has ended: null after SIGKILL. */
  ended: Promise<number | null>
  /** Sends this signal. Resolves as `ended` does. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts a script of the project. The process gets only these settings, not the environment of this
 * process.
 */
export function startProcess(
  script: string,
  words: readonly string[],
  settings: NodeJS.ProcessEnv,
  stdio: StdioOptions = "ignore",
): Running {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork(join(root, script), words, {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio,
  })
  const ended = once(child, "exit").then(([code]) => code as number | null)
  return {
    child,
    ended,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

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
 * Starts a script that sends a message or prints "… answers at …" when it serves. Whenever the
 * process ends, even unexpectedly, it is started again.
 */
export async function startKillable(
  script: string,
  words: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<Killable> {
  let running: Running
  let isStopping = false
  let kills = 0
  let restarts = 0
  let exits = 0
  /** Resolves to false for a process that ended instead. */
  let ready = Promise.resolve(false)

  function start() {
    running = startProcess(script, words, settings, ["ignore", "pipe", "inherit", "ipc"])
    ready = Promise.race([serves(running).then(() => true), running.ended.then(() => false)])
    running.child.once("exit", () => {
      if (isStopping) return
      exits += 1
      start()
    })
  }

  async function untilReady(): Promise<void> {
    while (!(await ready) && !isStopping);
  }

  start()
  await untilReady()
  return {
    kills: () => kills,
    ended: () => exits - kills - restarts,
    async kill() {
      kills += 1
      await running.end("SIGKILL")
      await untilReady()
    },
    async restart() {
      restarts += 1
      const code = await running.end("SIGTERM")
      await untilReady()
      return code
    },
    async stop() {
      isStopping = true
      await running.end("SIGKILL")
    },
  }
}

async function serves({ child }: Running): Promise<void> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  await new Promise<void>((resolve) => {
    child.once("message", () => resolve())
    lines.on("line", (line) => {
      if (line.includes(" answers at ")) resolve()
    })
  })
}

/** Short days make all reports arrive while processes are killed. */
const daySeconds = 2

/** Starts the sandbox gateway, which reports to an address or, without it, reports nothing for a day. */
export async function startGateway(folder: string, reportsTo?: string) {
  const [port, secret] = [await freePort(), randomBytes(32).toString("hex")]
  const ledger = join(folder, "ledger.sqlite")
  const reporting = reportsTo === undefined ? [] : [reportsTo]
  const script = "ports/payment-gateway/sandbox/process.ts"
  const process = await startKillable(script, [String(port), ledger, ...reporting], {
    SANDBOX_GATEWAY_SECRET: secret,
    ...(reportsTo !== undefined && { SANDBOX_GATEWAY_DAY_SECONDS: String(daySeconds) }),
  })
  return {
    process,
    /** The file of the gateway's books. */
    ledger,
    /** The settings of servers that use this gateway. */
    settings: {
      SANDBOX_GATEWAY_URL: `http://127.0.0.1:${port}`,
      SANDBOX_GATEWAY_SECRET: secret,
    },
  }
}
