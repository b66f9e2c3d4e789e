import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { parseSync } from "vite"

const root = join(import.meta.dirname, "../..")
const mostLines = 60
/** Functions inside of another one count for themselves, except callbacks of up to this many lines. */
const callbackLines = 3

/** Why a function is longer. A function that gets short leaves the list. */
const reasons: Readonly<Record<string, string>> = {
  "server/main.ts startServer": "starts each part in order, and ends them in the reverse order",
  "server/open-deps.ts openDeps": "opens each adapter once",
  "services/payments/payments.ts createPayments": "wires the subject",
  "services/staff/staff.ts createStaff": "wires the subject",
  "ports/policy-admin/embedded/embedded.ts createEmbeddedPolicyAdmin": "wires the adapter",
  "ports/policy-admin/http/port-over.ts portOver": "has a line for each function of the port",
  "ports/payment-gateway/sandbox/ledger.store.ts openLedger":
    "has the statements of one table each",
  "services/brands/brand-lookup.ts createBrandLookup": "has the fields of a brand",
  "services/brands/clients.ts createClients":
    "shares the refresh of the brands between its readers",
  "services/payments/auto-pay/announced-charges.store.ts findKnownCharges": "is one statement",
  "ports/policy-admin/embedded/refresh/products.store.ts updateProducts": "is one statement",
  "services/payments/paying/payment-processing.ts createPaymentProcessing":
    "shares the claim of a payment between its steps",
  "services/payments/auto-pay/billing-run.ts runOf": "has the steps of a day in their order",
  "commands/import/import-files.ts importFiles": "has the steps of an import in their order",
  "commands/import/check/check.ts checkRecords": "has a rule for each kind of record",
  "commands/import/import-command.ts print": "prints a line for each count",
  "commands/readiness/payment-email-samples.ts paymentEmailSamples": "is a list of samples",
  "commands/load/example-folder.ts exampleFiles": "is a folder as data",
  "commands/new-brand/look.ts lookOf": "derives each color of a brand from its accent",
  "web/shell/header.tsx Header": "is the markup of one element",
  "web/shell/shell.tsx Shell": "is the markup of one element",
  "web/profile/contact/contact-form.tsx ContactForm": "is a form with its fields",
  "web/profile/credentials/security-block.tsx SecurityBlock": "is a form with its fields",
  "web/payments/pay-now/pay-now.tsx PayNowOf": "holds the state of the screen",
  "web/payments/authorization-dialog.tsx Authorization": "is the markup of one dialog",
  "web/payments/auto-pay/auto-pay-change-form.tsx ChangeForm": "is a form with its fields",
  "web/payments/methods/form/method-form.tsx MethodFormView": "is a form with its fields",
  "web/identity/registration/sign-in-creds/sign-in-creds.tsx CredentialsForm":
    "is a form with its fields",
  "ports/payment-gateway/stripe/routes.mock.ts mockRoutes": "has a row for each route",
  "ports/policy-admin/embedded/ledger/property-history.model.ts liveHistory":
    "shares the state of a history between its acts",
  "services/payments/auto-pay/announced-model.db.test.ts holds":
    "shares the state of a history between its checks",
  "services/payments/paying/payable.test.ts perform": "has a case for each act",
  "services/payments/paying/payment-processing-model.db.test.ts everyCentIsInBothBooks":
    "shares the state of a history between its acts",
  "testing/app.ts startTestApp": "starts each part in order",
  "testing/days/portal.ts startDays": "starts each part in order",
}

interface Node {
  type: string
  start: number
  end: number
  id?: { name?: string }
  key?: { name?: string }
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value

/** The functions of a file with more own lines than allowed, by file and name. */
function longFunctions(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
  const lineAt = (at: number) => source.slice(0, at).split("\n").length
  const found: string[] = []
  const walk = (value: unknown, name: string, around?: { inner: number }) => {
    if (Array.isArray(value)) for (const one of value) walk(one, name, around)
    if (!isNode(value)) return
    const own = value.id?.name ?? value.key?.name ?? name
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(
      value.type,
    )
    const lines = isFunction ? lineAt(value.end) - lineAt(value.start) + 1 : 0
    if (around && lines > callbackLines) around.inner += lines
    const inside = isFunction ? { inner: 0 } : around
    for (const part of Object.values(value)) walk(part, own, inside)
    if (isFunction && inside && lines - inside.inner > mostLines) found.push(`${file} ${own}`)
  }
  walk(program, "")
  return found
}

test("a function with more than 60 lines of its own has a reason", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) =>
      /^(commands|contracts|database|e2e|platform|ports|server|services|testing|web)\//.test(file),
    )
    .filter((file) => !file.includes("/conformance"))
    .filter((file) => existsSync(join(root, file)))
  assert.ok(files.length > 1_000)
  const found = files.flatMap((file) => longFunctions(file, readFileSync(join(root, file), "utf8")))
  assert.deepEqual([...new Set(found)].toSorted(), Object.keys(reasons).toSorted())
})

test("the lines of a function inside of another one count for itself", () => {
  const lines = (count: number) => "  call()\n".repeat(count)
  const long = `function long() {\n${lines(60)}}\n`
  const outer = `function outer() {\n${lines(30)}function inner() {\n${lines(40)}}\n}\n`
  assert.deepEqual(longFunctions("a.ts", `${long}${outer}`), ["a.ts long"])
})
