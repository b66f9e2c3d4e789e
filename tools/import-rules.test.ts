import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { before, test } from "node:test"

const root = join(import.meta.dirname, "..")
const oxlint = join(root, "node_modules", ".bin", "oxlint")

const cases: { file: string; line: string; isRefused: boolean }[] = []
function refuses(file: string, line: string) {
  cases.push({ file, line, isRefused: true })
}
function allows(file: string, line: string) {
  cases.push({ file, line, isRefused: false })
}

refuses("contracts/a.ts", 'import "#services/a.ts"')
refuses("contracts/a.ts", 'import "../services/a.ts"')
refuses("contracts/a.ts", 'import "react"')
refuses("services/payments/a.ts", 'import "./b-fixture.ts"')
refuses("services/payments/a.ts", 'import "./b.isolation.ts"')
refuses("ports/a.ts", 'import "./b.mock.ts"')
allows("services/payments/b.isolation.ts", 'import "#testing/b.ts"')
refuses("services/payments/a.ts", 'import "#services/payments/b-fixture.ts"')
refuses("server/a.ts", 'import "./b-fixture.ts"')
refuses("contracts/a.ts", 'import "node:fs"')
allows("contracts/a/b.ts", 'import { z } from "zod"')
allows("contracts/a/b.ts", 'import "../money.ts"')
allows("contracts/a/b.ts", 'import "#contracts/c.ts"')

refuses("web/a.ts", 'import "#server/config.ts"')
refuses("web/a/b.ts", 'import "../../server/config.ts"')
refuses("web/a/b.ts", 'import "./../../server/config.ts"')
refuses("web/a.ts", 'export * from "../services/a.ts"')
refuses("web/a.ts", 'const b = import("#services/a.ts")')
refuses("web/a.ts", 'import type { S } from "#services/a.ts"')
refuses("web/a.ts", 'import "zod"')
refuses("web/a.ts", 'import { endpoints } from "#contracts/endpoints.ts"')
refuses("web/a.ts", 'export { endpoints } from "#contracts/endpoints.ts"')
refuses("web/a.ts", 'import "#contracts/endpoints.ts"')
allows("web/a.ts", 'import type { Endpoints } from "#contracts/endpoints.ts"')
allows("web/a.ts", 'import { idleMinutes } from "#contracts/identity/session-life.ts"')
allows("web/a.tsx", 'import "./a.module.css"')
allows("web/a.tsx", 'const b = import("./b.tsx")')
allows("web/a.tsx", 'import { createRoot } from "react-dom/client"')
allows("web/payments/a.ts", 'import "../identity/b.ts"')
allows("web/payments/a.ts", 'import "#web/identity/b.ts"')

refuses("web/ui/a.tsx", 'import type { M } from "#contracts/b.ts"')
refuses("web/ui/a.tsx", 'import "../session.ts"')
refuses("web/ui/form/a.tsx", 'import "../../session.ts"')
refuses("web/ui/a.tsx", 'import "#web/api.ts"')
refuses("web/ui/a.tsx", 'import "@tanstack/react-query"')
allows("web/ui/form/a.tsx", 'import "../button.tsx"')

refuses("web/identity/captcha/a.worker.ts", 'import "#web/api.ts"')
refuses("web/identity/captcha/a.worker.ts", 'import "react"')
allows("web/identity/captcha/a.worker.ts", 'import "altcha-lib/algorithms/web/pbkdf2"')

// The platform does not depend on any subject.
refuses("platform/a/b.ts", 'import "#services/identity/checks.ts"')
refuses("platform/a/b.ts", 'import "#contracts/payments/pay-now.ts"')
refuses("platform/a/b.ts", 'import "#ports/policy-admin/port.ts"')
refuses("platform/a/b.ts", 'import "#server/config/config.ts"')
allows("platform/a/b.ts", 'import "#contracts/messages.ts"')

// A subject uses another through its exported files, never its store.
refuses("services/payments/a.ts", 'import "#services/identity/sessions/sessions.store.ts"')
refuses("services/payments/a.ts", 'import "../identity/checks.ts"')
refuses("services/payments/paying/a.ts", 'import "../../identity/checks.ts"')
refuses("services/payments/a.ts", 'import "#services/identity/codes/code-hash.ts"')
refuses("services/payments/a.store.ts", 'import "#services/identity/credentials/users.store.ts"')
refuses("services/payments/a.ts", 'import type { S } from "#services/identity/a.store.ts"')
refuses("services/brands/loading/a.ts", 'import "#services/identity/credentials/users.store.ts"')
allows("services/payments/a.ts", 'import "#services/identity/checks.ts"')
allows("services/payments/a.ts", 'import "#services/call-request.ts"')
allows("services/payments/adjustments/a.ts", 'import "../paying/payments.store.ts"')
allows("services/payments/paying/a.ts", 'import "#services/payments/methods/methods.store.ts"')

// Payments do not know auto pay, which listens to them.
refuses("services/payments/paying/a.ts", 'import "../auto-pay/b.ts"')
refuses("services/payments/paying/a.store.ts", 'import type { B } from "../auto-pay/b.store.ts"')
refuses("services/payments/differences/a.ts", 'import "../paying/b.ts"')
refuses("services/payments/auto-pay/a.ts", 'import "../account/b.ts"')
refuses("services/payments/account/a.ts", 'import "../reconciliation/b.ts"')
allows("services/payments/auto-pay/a.ts", 'import "../paying/b.ts"')
allows("services/payments/reconciliation/a.ts", 'import "../auto-pay/b.ts"')

refuses("services/payments/a.ts", 'import "#server/config.ts"')
refuses("services/payments/a.ts", 'import "#web/api.ts"')
refuses("services/payments/a.ts", 'import "../../server/config.ts"')
refuses("services/payments/a.ts", 'import "pg"')
refuses("services/payments/a.ts", 'import "fastify"')
refuses("services/payments/a.ts", 'import "node:fs"')
refuses("services/payments/a.ts", 'import { openDatabase } from "#database/open.ts"')
allows("services/payments/a.ts", 'import type { Database } from "#database/open.ts"')
allows("services/brands/loading/a.ts", 'import { readFile } from "node:fs/promises"')

// Only the server chooses adapters.
refuses("services/payments/a.ts", 'import "#ports/mail/smtp.ts"')
refuses("services/payments/a.ts", 'import "#ports/payment-gateway/stripe/stripe.ts"')
allows("services/payments/a.ts", 'import "#ports/payment-gateway/port.ts"')
allows("server/adapters/a.ts", 'import "#ports/payment-gateway/stripe/stripe.ts"')

refuses("ports/mail/b.ts", 'import "#services/call-request.ts"')
refuses("ports/mail/b.ts", 'import "../captcha/altcha.ts"')
refuses("ports/mail/b.ts", 'import "#ports/captcha/altcha.ts"')
allows("ports/payment-gateway/stripe/a.ts", 'import "../port.ts"')
refuses("database/a.ts", 'import "#contracts/money.ts"')
refuses("server/a.ts", 'import "#web/api.ts"')
refuses("server/a.ts", 'import "#testing/app.ts"')
refuses("server/a.ts", 'import "#commands/load/load-folder.ts"')
refuses("server/a.ts", 'import "../commands/load/load-folder.ts"')
refuses("commands/a.ts", 'import "#tools/mailbox/mailbox.ts"')
refuses("commands/a.ts", 'import "#testing/app.ts"')
refuses("commands/a.ts", 'import "#web/calls/api.ts"')
allows("commands/a.ts", 'import "#services/identity/credentials/users.store.ts"')
refuses("commands/command.ts", 'import "./load/load-command.ts"')
allows("commands/command.ts", 'import "./readiness/not-ready.ts"')
allows("tools/a.ts", 'import "#commands/load/load-folder.ts"')
refuses("e2e/a.spec.ts", 'import "#web/calls/api.ts"')
allows("e2e/a.spec.ts", 'import "#web/identity/sign-in/texts.ts"')
refuses("tools/a.ts", 'import "#web/api.ts"')
refuses("tools/a.ts", 'import "../web/api.ts"')
allows("tools/a.ts", 'import "#services/identity/credentials/users.store.ts"')
refuses("new-room/a.ts", 'import "zod"')
refuses("a.ts", 'import "#contracts/money.ts"')

for (const file of ["services/staff/a.ts", "server/a.ts", "tools/a.ts", "ports/mail/a.ts"]) {
  refuses(file, 'import { sql } from "#database/sql.ts"')
  refuses(file, 'import { sql as statement } from "#database/sql.ts"')
  refuses(file, 'import * as all from "#database/sql.ts"')
  refuses(file, 'import { sql } from "../database/sql.ts"')
}
for (const file of ["services/staff/b/a.store.ts", "tools/a.store.ts", "ports/mail/a.store.ts"]) {
  allows(file, 'import { sql } from "#database/sql.ts"')
}
allows("database/a.ts", 'import { sql } from "#database/sql.ts"')
allows("services/staff/a.ts", 'import { oneRow, type Queries } from "#database/sql.ts"')
allows("services/staff/a.test.ts", 'import { sql } from "#database/sql.ts"')
allows("services/staff/staff.isolation.ts", 'import "#services/identity/a.store.ts"')

/** The cases that oxlint refuses, each in a separate file. */
function refusedCases(): boolean[] {
  const project = mkdtempSync(join(tmpdir(), "import-rules-"))
  try {
    for (const file of ["oxlint.config.ts", "testing/test-code.ts"]) {
      cpSync(join(root, file), join(project, file))
    }
    const paths = cases.map(({ file, line }, index) => {
      // The file's folder and the end of its name decide which rules apply to it.
      const path = join(dirname(file), `case-${index}-${basename(file)}`)
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), `${line}\n`)
      return path
    })
    const { stdout, stderr } = spawnSync(oxlint, ["--format=json"], {
      cwd: project,
      encoding: "utf8",
    })
    assert.equal(stderr, "")
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] }
    const refused = new Set(diagnostics.map(({ filename }) => filename))
    return paths.map((path) => refused.has(path))
  } finally {
    rmSync(project, { recursive: true })
  }
}

let refused: boolean[]
before(() => {
  refused = refusedCases()
})

for (const [index, { file, line, isRefused }] of cases.entries()) {
  test(`${file} ${isRefused ? "may not" : "may"}: ${line}`, () => {
    assert.equal(refused[index], isRefused)
  })
}
