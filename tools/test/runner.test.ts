import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { test } from "node:test"
import { allTestFiles } from "./files.ts"
import { select } from "./select.ts"

const root = join(import.meta.dirname, "../..")

interface RunOptions {
  /** The value of the variable that continuous integration sets. */
  CI?: string | undefined
  /** A file of the project to read after the run. */
  reads?: string
}

/** Runs a script of the runner on a project with these files; returns its output. */
async function runOver(
  files: Record<string, string>,
  first: string | RunOptions,
  ...typed: string[]
) {
  const { CI, reads }: RunOptions = typeof first === "string" ? {} : first
  const [script = "", ...parameters] = typeof first === "string" ? [first, ...typed] : typed
  const folder = folderOf(files)
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    const { CI: _, ...env } = process.env
    const child = spawn(process.execPath, [join(root, script), ...parameters], {
      cwd: folder,
      env: { ...env, ...(CI !== undefined && { CI }) },
    })
    const printed = Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = (await once(child, "close")) as [number]
    const read = reads ? readFileSync(join(folder, reads), "utf8") : ""
    return { code, printed: (await printed).join(""), read }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Does work in a project with these files, without a process of its own. */
function inProjectOf(files: Record<string, string>, work: () => void): void {
  const before = process.cwd()
  const folder = folderOf(files)
  try {
    process.chdir(folder)
    work()
  } finally {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  }
}

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "runner-"))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const good = 'import { test } from "node:test"; test("holds", () => {})'

test("the runner reports each file that skips, leaks or ends early", async (context) => {
  const { code, printed } = await runOver(
    {
      "good.test.mjs": good,
      "empty.test.mjs": 'import "node:test"',
      "exit.test.mjs": 'import { test } from "node:test"; test("ends", () => process.exit(0))',
      "suite.test.mjs":
        'import { describe, it } from "node:test"; describe.skip("a suite", () => it("x", () => {}))',
      "skip.test.mjs": 'import { test } from "node:test"; test.skip("left out", () => {})',
      "todo.test.mjs": 'import { test } from "node:test"; test.todo("later", () => {})',
      "env.test.mjs":
        'import { test } from "node:test"; test("sets", () => { process.env.LEFT = "1" })',
      "global.test.mjs":
        'import { test } from "node:test"; test("replaces", () => { globalThis.fetch = () => {} })',
      "folder.test.mjs":
        'import { test } from "node:test"; test("moves", () => process.chdir("/"))',
      "listener.test.mjs":
        'import { test } from "node:test"; test("listens", () => { process.on("uncaughtException", () => {}) })',
      "rejects.test.mjs":
        'import { test } from "node:test"; test("rejects late", () => { setTimeout(() => Promise.reject(new Error("a late rejection")), 9) })',
      "throws.test.mjs":
        'import { test } from "node:test"; test("throws late", () => { setTimeout(() => { throw new Error("a late error") }, 9) })',
      "callback.test.mjs":
        'import { test } from "node:test"; test("waits", async () => { await null; setTimeout(() => { throw new Error("in a callback") }, 9); await new Promise((resolve) => setTimeout(resolve, 1e9)) })',
      "import.test.mjs": 'import "./missing.mjs"',
      "top.test.mjs": `${good}; throw new Error("at the top")`,
      "member.test.mjs":
        'import { test } from "node:test"; test("replaces", () => { Date.now = () => 0 })',
      "nested.test.mjs":
        'import { describe, test } from "node:test"; describe("outer", () => { describe("inner", () => test("deep", () => { throw new Error("as it must") })); test("after", () => {}) })',
      "fails.test.mjs":
        'import { test } from "node:test"; test("does not hold", () => { throw new Error("as it must") })',
    },
    "tools/test.ts",
    "unit",
  )
  const expected: Record<string, RegExp> = {
    "a test in suites": /✗ outer › inner › deep\n/,
    "an empty file": /empty\.test\.mjs:1 .*\nThe file has no test\./,
    "process.exit": /exit\.test\.mjs .*\nThe process ended inside a test \(code 0\)/,
    "a skipped suite": /✗ a suite\n.*\nThe test is skipped/,
    "a skipped test": /✗ left out\n.*\nThe test is skipped/,
    "a test marked as todo": /✗ later\n.*\nThe test is skipped or marked as todo/,
    "a variable of the environment": /The file changed process\.env\.LEFT/,
    "a global": /The file changed the global fetch/,
    "the current folder": /The file changed the current folder/,
    "a listener of the process": /The file left a listener for the process event uncaughtException/,
    "a rejection after its test": /rejects\.test\.mjs:1 .*\n.*a late rejection/,
    "an error after its test": /throws\.test\.mjs:1 .*\n.*a late error/,
    "an error that a test waits behind": /✗ waits\n.*callback\.test\.mjs:1 .*\n.*in a callback/,
    "an error of the file after its first test": /top\.test\.mjs:1 .*\nError: at the top/,
    "a member of a global": /The file changed the global member now/,
    "an import that fails": /import\.test\.mjs:1 .*\n.*Cannot find module/,
    "a test that fails": /✗ does not hold\n.*\nError: as it must/,
  }
  for (const [what, pattern] of Object.entries(expected)) {
    await context.test(what, () => assert.match(printed, pattern))
  }
  assert.doesNotMatch(printed, /(?<! s {2})good\.test/, "only the list of slow files may name it")
  assert.match(printed, /✗ unit: 10 passed, 17 failed/)
  assert.equal(code, 1)
})

test("fails when a file runs fewer tests than its line of the floor requires, or is gone", async () => {
  const floor = '{ "gone.test.mjs": 1, "good.test.mjs": 2 }'
  const files = { "good.test.mjs": good, "tools/test/floor.json": floor }
  const { code, printed } = await runOver(files, "tools/test.ts", "good.test.mjs")
  assert.match(printed, /good\.test\.mjs ran 1 tests, and tools\/test\/floor\.json asks for 2/)
  assert.doesNotMatch(printed, /gone/)
  assert.equal(code, 1)
  assert.match(printed, /To run them again: npm test -- good\.test\.mjs\n$/)
  const whole = await runOver(files, "tools/test.ts")
  assert.match(whole.printed, /gone\.test\.mjs did not run/)
})

test("a green run raises the floor, except in continuous integration", async () => {
  const reads = "tools/test/floor.json"
  for (const [CI, expected] of [
    [undefined, /"good\.test\.mjs": 1/],
    ["true", /^\{\}$/],
  ] as const) {
    const words = ["tools/test.ts", "good.test.mjs"]
    const { read } = await runOver(
      { "good.test.mjs": good, [reads]: "{}" },
      { CI, reads },
      ...words,
    )
    assert.match(read, expected)
  }
})

test("--limit fails a hanging test, and the run continues", async () => {
  const { code, printed } = await runOver(
    {
      "good.test.mjs": good,
      "hangs.test.mjs":
        'import { test } from "node:test"; test("waits forever", () => new Promise((resolve) => setTimeout(resolve, 1e9)))',
    },
    "tools/test.ts",
    ...["unit", "--limit", "1"],
  )
  assert.match(printed, /✗ waits forever\n.*\n.*timed out after 1000ms/)
  assert.match(printed, /\n1 passed, \d failed\n/)
  assert.equal(code, 1)
})

test("--shuffle changes the order of the tests, and --seed repeats it", async () => {
  const titles = ["a", "b", "c", "d", "e", "f", "g", "h"]
  const order = `import { after, test } from "node:test"; const ran = []
    for (const title of ${JSON.stringify(titles)}) test(title, () => { ran.push(title) })
    after(() => { throw new Error("order " + ran.join("")) })`
  const orderOf = async (...options: string[]) => {
    const { printed } = await runOver({ "order.test.mjs": order }, "tools/test.ts", ...options)
    return { printed, order: /order ([a-h]+)/.exec(printed)?.[1] }
  }
  const shuffled = await orderOf("order", "--seed", "7")
  assert.notEqual(shuffled.order, titles.join(""))
  assert.deepEqual([...(shuffled.order ?? "")].sort(), titles)
  assert.match(shuffled.printed, /Random order: --seed 7/)
  assert.equal((await orderOf("order", "--seed", "7")).order, shuffled.order)
  assert.match((await orderOf("order", "--shuffle")).printed, /Random order: --seed \d+/)
})

test("a green run prints only a summary, and a red one ends with the failed tests and the command", async () => {
  const green = await runOver({ "good.test.mjs": good }, "tools/test.ts", "unit")
  assert.match(green.printed, /^✓ unit: 1 passed in .* s\nAll of it took .*\n1 passed, 0 failed\n$/)
  const red = await runOver(
    {
      "good.test.mjs": good,
      "fails.test.mjs":
        'import { test } from "node:test"; test("does not hold", () => { throw new Error("as it must") })',
      "prints.test.mjs":
        'import { test } from "node:test"; test("holds", () => { process.stderr.write("a server error") })',
    },
    "tools/test.ts",
    "unit",
  )
  assert.match(red.printed, /The file printed:\na server error/)
  assert.match(
    red.printed,
    /\n2 passed, 2 failed\n\nFailed:\n(?: {2}✗ .*\n){2}To run them again: npm test -- (?:fails|prints)\.test\.mjs (?:fails|prints)\.test\.mjs\n$/,
  )
  assert.match(red.printed, / {2}✗ fails\.test\.mjs \(unit\): does not hold\n/)
})

test("refuses a file that hides its other tests behind .only", async () => {
  for (const one of ['test.only("one", () => {})', `test("one", { ${"only"}: true }, () => {})`]) {
    const files = { "only.test.mjs": `import { test } from "node:test"\n${one}` }
    const hides = /only\.test\.mjs: "\.only" hides the other tests of the file/
    inProjectOf(files, () => assert.throws(allTestFiles, hides))
  }
})

test("refuses files that look like tests and never run, and a floor that is not JSON", async () => {
  for (const path of ["a.test.js", "b.tests.ts", "c.spec.ts", "d.test.tsx", "e2e/e.test.ts"]) {
    inProjectOf({ [path]: good }, () =>
      assert.throws(allTestFiles, new RegExp(`${path} never runs`)),
    )
  }
  const conflict = { "good.test.mjs": good, "tools/test/floor.json": "<<<<<<< HEAD\n{}" }
  const { code, printed } = await runOver(conflict, "tools/test.ts", "good.test.mjs")
  assert.match(printed, /tools\/test\/floor\.json cannot be read: /)
  assert.equal(code, 1)
})

test("a red run repeats its options in its last command, in quotes where a shell needs them", async () => {
  const bad =
    'import { test } from "node:test"; test("a b", () => { throw new Error("as it must") })'
  const options = ["--name", "a b", "--seed", "7", "--limit", "9"]
  const { printed } = await runOver(
    { "it's bad.test.mjs": bad },
    "tools/test.ts",
    "unit",
    ...options,
  )
  assert.match(printed, /npm test -- 'it'\\''s bad\.test\.mjs' --name 'a b' --seed 7 --limit 9\n$/)
})

test("refuses arguments and options that no run can follow", async () => {
  const { code } = await runOver({ "good.test.mjs": good }, "tools/test.ts", "")
  assert.equal(code, 2)
  for (const options of [
    { name: "(" },
    { seed: "4294967296" },
    { seed: "0" },
    { limit: "2592000" },
    { repeat: "1.5" },
  ]) {
    assert.throws(() => select([], { changed: false, ...options }), { name: "UsageError" })
  }
})

test("leaves a spec to prove when each of its tests has @prove", () => {
  const specs = new Map(allTestFiles().map(({ path, isProofOnly }) => [path, isProofOnly]))
  assert.equal(specs.get("e2e/staff-keyboard.spec.ts"), true)
  assert.equal(specs.get("e2e/guessing.spec.ts"), false)
})

test("--name runs the matching tests, and fails if none matches", async () => {
  const files = {
    "two.test.mjs": `${good}; test("breaks", () => { throw new Error("not asked for") })`,
    "other.test.mjs": "throw new Error('not selected')",
  }
  const one = await runOver(files, "tools/test.ts", "two.test.mjs", "--name", "holds")
  assert.match(one.printed, /\n1 passed, 0 failed\n/)
  const none = await runOver(files, "tools/test.ts", "two.test.mjs", "--name", "unknown")
  assert.match(none.printed, /There is no test whose name matches unknown/)
  assert.equal(none.code, 1)
})

test("--repeat runs the file again each time", async () => {
  const files = { "good.test.mjs": good }
  const { printed } = await runOver(files, "tools/test.ts", "good", "--repeat", "3")
  assert.match(printed, /✓ unit: 3 passed/)
})

test("a product file selects the tests that use it", async () => {
  const { printed } = await runOver(
    {
      "product.mjs": "export const one = 1",
      "between.mjs": 'export * from "./product.mjs"',
      "near.test.mjs": `import "./between.mjs"; ${good}`,
      "far.test.mjs": "throw new Error('not selected')",
    },
    "tools/test.ts",
    "product.mjs",
  )
  assert.match(printed, /\n1 passed, 0 failed\n/)
})

test("reports flaky, skipped and printing browser tests and specs without tests as failed", async () => {
  const use = 'import { test } from "@playwright/test";'
  const { printed } = await runOver(
    {
      "playwright.config.mjs":
        'export default { testDir: "e2e", retries: 1, projects: [{ name: "desktop" }, { name: "phone", grep: /@phone/ }] }',
      "e2e/good.spec.mjs": `${use} test("holds", () => {})`,
      "e2e/flaky.spec.mjs": `${use} test("unsteady", () => { if (test.info().retry === 0) throw new Error("first") })`,
      "e2e/skip.spec.mjs": `${use} test.describe.skip("a suite", () => { test("left out", () => {}) })`,
      "e2e/talks.spec.mjs": `${use} test("talks", () => console.warn("a warning"))`,
      "e2e/empty.spec.mjs": use,
    },
    "tools/test/run-browser-tests.ts",
  )
  assert.match(printed, /✗ unsteady\n {2}e2e\/flaky\.spec\.mjs:1 \(desktop\)\nIt is flaky/)
  assert.match(printed, /✗ left out\n {2}e2e\/skip\.spec\.mjs:1 \(desktop\)\nIt is skipped/)
  assert.match(printed, /✗ e2e\/empty\.spec\.mjs\n {2}e2e\/empty\.spec\.mjs\nThe file has no test/)
  assert.match(printed, /✗ talks\n.*\nThe test printed:\na warning/)
  assert.match(printed, /\{"passed":1,"failed":4\}/)
})
