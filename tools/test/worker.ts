// Runs test files in sequence in this process, so that they share their imports.

import asyncHooks from "node:async_hooks"
import { flushCompileCache } from "node:module"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { inspect } from "node:util"
import { cpuTime } from "./cpu.ts"
import { watchLeaks } from "./leaks.ts"

export interface Order {
  path: string
  /** Only tests with a matching name run. */
  namePattern?: string
  /** The tests run in a random order that this seed repeats. */
  shuffleSeed?: number
  /** A test that takes longer fails. Milliseconds; without it, tests have no limit. */
  limitMs?: number
}

export type Report =
  | { type: "started"; name: string }
  | { type: "failed"; name: string; place: string; why: string }
  | {
      type: "ended"
      passed: number
      failed: number
      cpuMilliseconds: number
      isReusable: boolean
    }

/** A worker that uses more memory than this is replaced. */
const mostBytes = 1_200_000_000

/**
 * The time that a file may keep handles open after its last test. Only a failing file waits that
 * long.
 */
const drainMs = 180_000

/** A part of Node's remark on an error that no test catches. */
const lateError = "asynchronous activity after the test ended"

/** The time that a file may run after such an error. Its test may wait for what failed. */
const afterLateErrorMs = 10_000

// Node sets this variable when it runs the first file.
process.env.NODE_TEST_WORKER_ID = "1"
const leaks = watchLeaks()

process.on("message", async (order: Order) => {
  // A file has ended when the event loop has nothing left to wait for.
  process.channel?.unref()
  await runFile(order)
  // Writes the compiled code for later workers. Node would write it only at a normal exit.
  flushCompileCache()
  process.channel?.ref()
})

/**
 * Node's test runner. It would follow every promise to find the test of an error that no test
 * catches, which is a fifth of the work of many files. The worker names the running test instead.
 */
async function testRunner() {
  const { createHook } = asyncHooks
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
  const { run } = await import("node:test")
  asyncHooks.createHook = createHook
  return run
}

function send(report: Report): void {
  process.send?.(report)
}

async function runFile({ path, namePattern, shuffleSeed, limitMs }: Order): Promise<void> {
  const file = resolve(path)
  const cpuBefore = cpuMilliseconds()
  let passed = 0
  let failed = 0
  let unfinished = 0
  let drain: NodeJS.Timeout | undefined
  let stuck: NodeJS.Timeout | undefined
  const fail = (name: string, why: string, line = 1) => {
    failed += 1
    send({ type: "failed", name, place: `${path}:${line}`, why })
  }
  /** The suites around the running test, outermost first, and the test. */
  const running: string[] = []
  const end = (isReusable: boolean) => {
    const cpu = cpuMilliseconds() - cpuBefore
    send({ type: "ended", passed, failed, cpuMilliseconds: cpu, isReusable })
  }

  const endWithOpenHandles = () => {
    const open = [...new Set(process.getActiveResourcesInfo())].filter((one) => one !== "PipeWrap")
    fail(path, `The file left something open: ${open.join(", ")}.`)
    end(false)
  }

  const onLateError = (error: unknown) => {
    stuck ??= setTimeout(() => {
      fail(running.join(" › ") || path, inspect(error))
      end(false)
    }, afterLateErrorMs).unref()
  }
  process.on("uncaughtException", onLateError).on("unhandledRejection", onLateError)
  const run = await testRunner()
  const tests = run({
    files: [file],
    isolation: "none",
    ...(namePattern !== undefined && { testNamePatterns: [namePattern] }),
    ...(shuffleSeed !== undefined && { randomSeed: shuffleSeed }),
    ...(limitMs !== undefined && { timeout: limitMs }),
  })
  for await (const { type, data } of tests) {
    if (type === "test:enqueue" && data.nesting === 0) unfinished += 1
    if (type === "test:dequeue") {
      running.splice(data.nesting, Infinity, data.name)
      send({ type: "started", name: data.name })
    }
    if (type === "test:complete" && data.nesting === 0) {
      unfinished -= 1
      clearTimeout(drain)
      const waitMs = Math.min(drainMs, limitMs ?? drainMs)
      if (unfinished === 0) drain = setTimeout(endWithOpenHandles, waitMs).unref()
    }
    if (type === "test:pass") {
      // Node reports a file without tests as one test with the file's name.
      if (data.name === file) fail(path, "The file has no test.")
      else if (data.skip !== undefined || data.todo !== undefined) {
        fail(data.name, "The test is skipped or marked as todo.", data.line)
      } else if (data.details.type !== "suite") passed += 1
    }
    // Node only prints a remark for an error that no test catches.
    if (type === "test:diagnostic" && data.message.includes(lateError)) {
      fail(running.join(" › ") || path, data.message)
    }
    if (type === "test:fail" && !isForTestsInside(data.details.error)) {
      const title = [...running.slice(0, data.nesting), data.name].join(" › ")
      fail(title, inspect(data.details.error.cause ?? data.details.error), data.line)
    }
  }
  clearTimeout(drain)
  clearTimeout(stuck)
  process.off("uncaughtException", onLateError).off("unhandledRejection", onLateError)
  if (failed === 0) {
    // Node ignores an error of the file itself once a test is registered. The second import returns the same error.
    await import(pathToFileURL(file).href).catch((error: unknown) => fail(path, inspect(error)))
  }
  if (passed + failed === 0 && namePattern === undefined) fail(path, "The file has no test.")
  for (const leak of leaks()) fail(path, `The file ${leak} and did not change it back.`)
  process.exitCode = 0
  end(process.memoryUsage.rss() < mostBytes)
}

/** The CPU time of this process and of the commands that it has run. */
function cpuMilliseconds(): number {
  const { user, system } = cpuTime() ?? process.cpuUsage()
  return cpuTime() ? user + system : (user + system) / 1_000
}

/** A suite fails together with its tests, which are counted separately. */
function isForTestsInside(error: Error): boolean {
  return "failureType" in error && error.failureType === "subtestsFailed"
}
