import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { cpuMilliseconds } from "./processes.ts"

test("the CPU time of a process includes each thread, and survives a thread that ended after it was listed", () => {
  const system = mkdtempSync(join(tmpdir(), "processes-"))
  try {
    for (const thread of ["11", "12", "13"]) {
      mkdirSync(join(system, "11", "task", thread), { recursive: true })
    }
    writeFileSync(join(system, "11", "task", "11", "schedstat"), "5000000 1 2\n")
    writeFileSync(join(system, "11", "task", "13", "schedstat"), "2500000 1 2\n")
    assert.equal(cpuMilliseconds(11, system), 7.5)
    assert.equal(cpuMilliseconds(12, system), 0)
  } finally {
    rmSync(system, { recursive: true })
  }
})
