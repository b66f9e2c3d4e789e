import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../free-port.ts"
import type { Balancer } from "./balancer.ts"

type Settings = Record<string, string>

interface Running {
  port: number
  process: ChildProcess
}

/**
 * Servers behind a balancer, replaced one by one as docs/upgrading.md describes: by another
 * version, or with settings that differ from the common ones.
 */
export function createServers(balancer: Balancer, settings: Settings) {
  const running: Running[] = []

  async function start(project: string, own: Settings = {}): Promise<Running> {
    const port = await freePort()
    const child = spawn(process.execPath, ["server/main.ts"], {
      cwd: project,
      env: { ...process.env, ...settings, ...own, PORT: String(port) },
      stdio: ["ignore", "ignore", "inherit"],
    })
    balancer.add(port)
    while (!balancer.isReady(port)) {
      if (child.exitCode !== null) throw new Error(`A server of ${project} ended at its start.`)
      await sleep(50)
    }
    const server = { port, process: child }
    running.push(server)
    return server
  }

  async function end({ port, process: child }: Running): Promise<number | null> {
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    const [code] = (await ended) as [number | null]
    await balancer.remove(port)
    return code
  }

  /**
   * Replaces the first `count` servers, and waits until each has answered some requests. Returns
   * how many did not end with code 0.
   */
  async function replace(count: number, project: string, own?: Settings): Promise<number> {
    let unclean = 0
    for (const old of running.splice(0, count)) {
      if ((await end(old)) !== 0) unclean += 1
      const { port } = await start(project, own)
      while (balancer.answeredBy(port) < 10) await sleep(20)
    }
    return unclean
  }

  return {
    start,
    /** Replaces each server with one of `project`. Returns how many did not end with code 0. */
    replaceAll: (project: string, own?: Settings) => replace(running.length, project, own),
    /** Starts one server of `project` in place of another. */
    async replaceOne(project: string, own: Settings): Promise<void> {
      for (const old of running.splice(0, 1)) await end(old)
      await start(project, own)
    },
    stop(): void {
      for (const { process: child } of running) child.kill("SIGKILL")
    },
  }
}
