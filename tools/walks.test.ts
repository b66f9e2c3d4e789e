import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { readImportGraph } from "./test/import-graph.ts"

const page = readFileSync("docs/architecture.md", "utf8")
const { usersOf } = readImportGraph()

/** The places where a walk continues without an import. A key ending in "/" is a folder. */
const joins: { from: string; to: string; holds?: (from: string, to: string) => boolean }[] = [
  // A browser sends a call to the server.
  { from: "web/calls/api.ts", to: "server/calls/mount.ts" },
  { from: "server/page/session-script.ts", to: "server/calls/mount.ts" },
  // The page starts the application.
  { from: "server/page/page.ts", to: "web/app/screen-chunks.ts" },
  // The type `Handlers` joins the rows of contracts to their handlers, which server/wire.ts
  // creates.
  { from: "server/calls/mount.ts", to: "services/", holds: isHandler },
  { from: "server/calls/mount.ts", to: "server/calls/", holds: isHandler },
  // server/calls/sign-in.ts gets the sign-in of customers from server/wire.ts.
  { from: "server/calls/sign-in.ts", to: "services/identity/sign-in/sign-in.ts" },
  // server/adapters/policy-admin.ts chooses the adapter of the port.
  { from: "ports/policy-admin/port.ts", to: "ports/policy-admin/embedded/", holds: isUser },
  // server/wire.ts passes the notices, whose type the presenter declares, to the dashboard.
  {
    from: "services/products/dashboard/dashboard.ts",
    to: "services/payments/auto-pay/product-notices.ts",
    holds: () =>
      isUser(
        "services/products/product-presenter.ts",
        "services/payments/auto-pay/product-notices.ts",
      ),
  },
  // services/payments/payments.ts passes the listener, whose type payments declare, to payments.
  {
    from: "services/payments/paying/state-changes.ts",
    to: "services/payments/auto-pay/auto-pay-listener.ts",
    holds: () =>
      isUser(
        "services/payments/paying/payment-listener.ts",
        "services/payments/auto-pay/auto-pay-listener.ts",
      ),
  },
  // Jobs and reports enter from outside.
  {
    from: "services/payments/paying/payment-processing.ts",
    to: "services/payments/paying/charging-job.ts",
    holds: isUser,
  },
  { from: "ports/payment-gateway/port.ts", to: "server/calls/gateway-reports.ts", holds: isUser },
]

function isUser(used: string, user: string): boolean {
  return usersOf(used).includes(user)
}

/** Whether the file contains the key of a call that the walk names. */
function isHandler(_: string, file: string): boolean {
  const keys = page.match(/(?:GET|POST) \/[\w/-]+/g) ?? []
  const text = readFileSync(file, "utf8")
  return keys.some((key) => text.includes(`"${key}"`))
}

function goesOn(from: string, to: string): boolean {
  if (isUser(to, from)) return true
  return joins.some((join) => {
    const isNamed = join.to.endsWith("/") ? to.startsWith(join.to) : to === join.to
    return join.from === from && isNamed && (join.holds?.(from, to) ?? true)
  })
}

const walks = page.split(/^## /m).filter((section) => section.startsWith("One "))

for (const walk of walks) {
  const [heading = ""] = walk.split("\n")
  test(`each file of "${heading}" in docs/architecture.md is imported by an earlier one`, () => {
    const files = [...new Set(walk.match(/(?<=`)[\w-]+\/[\w./-]+\.tsx?(?=`)/g))]
    assert.ok(files.length > 10, `${files.length} files`)
    const lost = files.filter((file, index) => {
      if (!existsSync(file)) return true
      return index > 0 && !files.slice(0, index).some((before) => goesOn(before, file))
    })
    assert.deepEqual(lost, [])
    // Matches "`findX` of `file`" and "`file` (`findX`)", which name a function of the file.
    const named = [
      ...[...walk.matchAll(/`(\w+)` of\s+`([\w./-]+)`/g)].map(([, name, file]) => [file, name]),
      ...[...walk.matchAll(/`([\w-]+\/[\w./-]+)` \(`(\w+)`\)/g)].map(([, file, name]) => [
        file,
        name,
      ]),
    ]
    const gone = named.filter(
      ([file = "", name = ""]) => !readFileSync(file, "utf8").includes(`function ${name}(`),
    )
    assert.deepEqual(gone, [])
    // A name without a folder, such as `pay-now.ts`, repeats one path of this walk.
    const repeated = walk.match(/(?<=`)[\w.-]+\.tsx?(?=`)/g) ?? []
    const unclear = repeated.filter(
      (name) => files.filter((file) => file.endsWith(`/${name}`)).length !== 1,
    )
    assert.deepEqual(unclear, [])
  })
}

test("the three walks exist, and one of them uses each join of this test", () => {
  assert.equal(walks.length, 3)
  const isUsed = ({ from, to }: { from: string; to: string }) =>
    walks.some((walk) => walk.includes(`\`${from}\``) && walk.includes(`\`${to}`))
  assert.deepEqual(
    joins.filter((join) => !isUsed(join)),
    [],
  )
})

test("a file that no earlier file imports ends a walk", () => {
  assert.ok(!goesOn("web/products/dashboard/dashboard.tsx", "services/audit/audit.ts"))
  assert.ok(!goesOn("server/calls/mount.ts", "services/identity/identity.ts"))
})
