import assert from "node:assert/strict"
import { test } from "node:test"
import { importFaults } from "./check.ts"

function refuses(file: string, text: string, fault: string) {
  test(`${file} may not: ${text}`, () => {
    assert.deepEqual(importFaults(file, text), [`${file} ${fault}`])
  })
}

function allows(file: string, text: string) {
  test(`${file} may: ${text}`, () => {
    assert.deepEqual(importFaults(file, text), [])
  })
}

refuses("contracts/a.ts", 'import "#platform/localize.ts"', "imports platform/localize.ts")
refuses("contracts/a.ts", 'import "react"', "imports the package react")
refuses("contracts/a.ts", 'import "node:fs"', "imports the package node:fs")
allows(
  "contracts/a/b.ts",
  'import { z } from "zod"; import "../rules.ts"; import "#contracts/c.ts"',
)

refuses("web/a.ts", 'import "#server/config/config.ts"', "imports server/config/config.ts")
refuses("web/a/b.ts", 'import "#server/config/config.ts"', "imports server/config/config.ts")
refuses("web/a.ts", 'export * from "../platform/localize.ts"', "imports platform/localize.ts")
refuses("web/a.ts", 'const b = import("#platform/localize.ts")', "imports platform/localize.ts")
refuses(
  "web/a.ts",
  'import type { S } from "#platform/localize.ts"',
  "imports platform/localize.ts",
)
refuses("web/a.ts", 'import "zod"', "imports the package zod")
for (const text of [
  'import { endpoints } from "#contracts/endpoints.ts"',
  'import { type Endpoints } from "#contracts/endpoints.ts"',
  'export { endpoints } from "#contracts/endpoints.ts"',
]) {
  refuses("web/a.ts", text, "imports contracts/endpoints.ts as more than a type")
}
allows("web/a.ts", 'import type { Endpoints } from "#contracts/endpoints.ts"')
allows("web/a.ts", 'import { idleMinutes } from "#contracts/rules.ts"')
allows("web/a.tsx", 'import "./a.module.css"; const b = import("./b.tsx"); const c = <p />')

refuses("web/ui/a.tsx", 'import type { M } from "#contracts/b.ts"', "imports contracts/b.ts")
refuses(
  "web/ui/a.tsx",
  'import "../identity/session/session.ts"',
  "imports web/identity/session/session.ts",
)
refuses("web/ui/a.tsx", 'import "wouter"', "imports the package wouter")

allows("services/a/b.ts", 'import "#services/c/d.ts"; import "./b.store.ts"')
refuses(
  "services/a/b.ts",
  'import "#services/c/d.store.ts"',
  "imports the store of another subject, services/c/d.store.ts",
)
refuses("services/a/b.ts", 'import "#server/config/config.ts"', "imports server/config/config.ts")
refuses("services/a/b.ts", 'import "#ports/mail/smtp.ts"', "imports ports/mail/smtp.ts")
refuses("services/a/b.ts", 'import "pg"', "imports the package pg")
refuses("services/a/b.ts", 'import "fastify"', "imports the package fastify")
refuses(
  "services/a/b.ts",
  'import { openDatabase } from "#database/open.ts"',
  "imports database/open.ts as more than a type",
)
allows(
  "services/a/b.ts",
  'import "./c.ts"; import "#platform/localize.ts"; import "#ports/mail/port.ts"',
)

refuses("ports/a/b.ts", 'import "#services/c/d.ts"', "imports services/c/d.ts")
refuses("platform/a.ts", 'import "#services/c/d.ts"', "imports services/c/d.ts")
refuses("ports/a/b.ts", 'import "../c/d.ts"', "imports ports/c/d.ts")
refuses("database/a.ts", 'import "#contracts/rules.ts"', "imports contracts/rules.ts")
refuses("server/a.ts", 'import "#web/calls/api.ts"', "imports web/calls/api.ts")
refuses("server/a.ts", 'import "#testing/app.ts"', "imports testing/app.ts")
refuses("server/a.ts", 'import "#tools/load/load.ts"', "imports tools/load/load.ts")
refuses("tools/a.ts", 'import "../../elsewhere.ts"', "imports /elsewhere.ts")
refuses("new-room/a.ts", "", "is in no room of tools/imports/rooms.ts")

for (const file of ["services/a/b.ts", "server/a.ts", "tools/a.ts", "ports/payment-gateway/a.ts"]) {
  refuses(
    file,
    'import { sql } from "#database/sql.ts"',
    "imports sql: statements stand in *.store.ts",
  )
}
refuses(
  "services/a/b.ts",
  'import { sql as statement } from "../../database/sql.ts"',
  "imports sql: statements stand in *.store.ts",
)
allows("services/a/b.store.ts", 'import { sql } from "#database/sql.ts"')
allows("ports/mail/outbox.ts", 'import { sql } from "#database/sql.ts"')
allows("services/a/b.ts", 'import { oneRow, type Queries } from "#database/sql.ts"')
