import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import type { Database } from "#database/open.ts"
import { AccountSystemAway } from "../port.ts"
import { createEmbeddedPolicyAdmin } from "./embedded.ts"

function databaseThat(rows: () => Promise<never>): Database {
  return {
    engine: "PostgreSQL",
    rows,
    transaction: () => Promise.reject(new Error("not used")),
    answers: async () => false,
    close: async () => {},
  }
}

function failing(error: Error) {
  return createEmbeddedPolicyAdmin(databaseThat(() => Promise.reject(error)))
}

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("failed", 0, "error"), { code })
}

test("a database that never answers is not available", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] })
  const available = createEmbeddedPolicyAdmin(databaseThat(() => new Promise(() => {}))).available()
  context.mock.timers.tick(3_000)
  assert.equal(await available, false)
})

test("a database that is lost or shutting down is an account system that is away", async () => {
  const lost = Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
  for (const error of [
    lost,
    databaseError("08006"),
    databaseError("53300"),
    databaseError("57P01"),
  ]) {
    await assert.rejects(failing(error).person("harbor", "1"), (thrown) => {
      assert.ok(thrown instanceof AccountSystemAway)
      assert.equal(thrown.cause, error)
      return true
    })
  }
})

test("a statement that is wrong is our own fault, and is not taken for the system being away", async () => {
  const error = databaseError("42703")
  await assert.rejects(failing(error).account("harbor", "1"), error)
})
