import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { AccountSystemPlace, StartedApp, Tasks } from "#testing/e2e-server.ts"

type Argument<Task extends keyof Tasks> = Parameters<Tasks[Task]>[0]
type Result<Task extends keyof Tasks> = ReturnType<Tasks[Task]>

export interface AppProcess {
  ask<Task extends keyof Tasks>(task: Task, argument: Argument<Task>): Result<Task>
  /**
   * The ports of an app that was started with the original demo data for these tests (a spec file
   * or one of its tests), and with its account system in this place.
   */
  startedFor(tests: string, place: AccountSystemPlace): Promise<StartedApp>
  end(): void
}

interface Reply {
  id: number
  result?: unknown
  error?: string
}

const script = fileURLToPath(new URL("../testing/e2e-server.ts", import.meta.url))

/**
 * Runs the app in a separate process, so that it does not share a core with the browser's driver.
 */
export function startAppProcess(env: NodeJS.ProcessEnv): AppProcess {
  const child = fork(script, { env, execArgv: [] })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  child.on("message", ({ id, result, error }: Reply) => {
    const reply = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) reply?.resolve(result)
    else reply?.reject(new Error(error))
  })
  child.on("exit", (code) => {
    for (const reply of waiting.values()) reply.reject(new Error(`The app ended with ${code}.`))
  })

  const ask: AppProcess["ask"] = (task, argument) => {
    asked += 1
    const reply = Promise.withResolvers<unknown>()
    waiting.set(asked, reply)
    child.send({ id: asked, task, argument })
    return reply.promise as Result<typeof task>
  }

  let started: { tests: string; app: Promise<StartedApp> } | undefined
  return {
    ask,
    async startedFor(tests, place) {
      if (started?.tests !== tests) {
        started = { tests, app: ask("startAnew", place) }
      }
      return await started.app
    },
    end() {
      child.disconnect()
    },
  }
}
