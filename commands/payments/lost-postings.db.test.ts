// Commands run in processes of their own, beside each other.
// @postgres-only

import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { test } from "node:test"
import { connectedForTest } from "#ports/policy-admin/http/serve-fixture.ts"
import {
  paymentBy,
  startPaymentsTest,
  startPaymentsWorld,
} from "#services/payments/payments-fixture.ts"
import { createTestClock } from "#testing/clock.ts"
import { type CommandOutcome, runCommand } from "#testing/command.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { startPlainAccountSystem } from "#testing/plain-account-system.ts"
import { keySettings } from "#testing/secret-key.ts"
import { allChecks } from "../conform/all-checks.ts"
import { readPeopleFile } from "../conform/people-file.ts"
import { reportOf } from "../conform/report.ts"
import { runChecks } from "../conform/run.ts"
import { connect } from "../conform/server.ts"

type World = Awaited<ReturnType<typeof startPaymentsTest>>

/** The settings of a command on the database of these payments. The world's clock begins in March. */
function settingsOf({ database }: World, accountSystem: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { url } = database as World["database"] & { url?: string }
  const { NAMED_STATEMENTS } = process.env
  return { ...keySettings, DATABASE_URL: url, NAMED_STATEMENTS, ...accountSystem }
}

const typedFor = (client: string) => [client, "--from", "2026-03-01"]

test("REPOST-05 an account system written from the contract alone passes the suite, loses its last posting, and gets it back once", async (t) => {
  const sample = await startPlainAccountSystem()
  t.after(() => sample.close())
  const at = await startPaymentsWorld({ lakeside: "America/New_York" }, () => [], createTestClock())
  t.after(() => at.close())
  const policyAdmin = connectedForTest(sample.url)
  t.after(() => policyAdmin.close())
  const people = await readPeopleFile(join(import.meta.dirname, "../../examples/plain/people.json"))
  // The command ends with the client's day, which begins later than that of UTC.
  const now = new Date(Date.now() - 86_400_000)
  const results = await runChecks({
    now,
    ...{ server: connect(sample.url, sample.token), people, mayWrite: true, checks: allChecks },
  })
  const wrong = results.filter(({ outcome, notUndone }) => outcome === "finding" || notUndone)
  assert.deepEqual(wrong, [], reportOf(results))

  const product = { client: "lakeside", accountNumber: "LS-1001", policyNumber: "5000000017" }
  const owed = async () => {
    const bills = await policyAdmin.openBills("lakeside", "LS-1001", "5000000017")
    return bills.reduce((sum, bill) => sum + bill.owed, 0)
  }
  const server = at.startProcess({ policyAdmin })
  const paid = await server.submit(paymentBy(0, "visa.08-2031", { ...product, amount: 5_200 }))
  assert.deepEqual([paid.status, await owed()], ["accepted", 0])

  await sample.lose((_, place, all) => place === all.length - 1)
  assert.equal(await owed(), 5_200, "the account system asks for the money again")
  const secondTry = paymentBy(0, "visa.08-2031", { ...product, amount: 5_200, key: "again" })
  await assert.rejects(server.submit(secondTry), { messageId: "payment.billPaid" })

  const settings = settingsOf(at, sample.settings)
  const run = (...more: string[]) =>
    runCommandHere("lost-postings", [...typedFor("lakeside"), ...more], settings)
  const dry = await run()
  assert.equal(dry.code, 1, dry.out + dry.err)
  assert.match(dry.out, /\n2026-03-02 {2}payment {2}\$52\.00 {2}5000000017 {2}\w{8} {2}/)
  assert.equal(await owed(), 5_200, "a dry run writes nothing")
  const applied = await run("--apply")
  assert.equal(applied.code, 0, applied.out + applied.err)
  assert.match(applied.out, /\nBefore: here \$52\.00 \(1\), account system \$0\.00 \(\d+\)\n/)
  assert.match(applied.out, /\nAfter: {2}here \$52\.00 \(1\), account system \$52\.00 \(\d+\)\n/)
  // The payments of the suite were taken back, so the account system holds no more than My Account.
  assert.match(applied.out, /\nHeld there, and not here: \d\d, together \$0\.00\n/)
  assert.equal(await owed(), 0)
  const again = await run("--apply")
  assert.match(again.out, /Posted again: 0\.\n$/)
  assert.equal(at.charges(paid.id).length, 1)
})

test("REPOST-06 killed in the middle and run twice at once, the command posts each payment once", async (t) => {
  const payers = 12
  const at = await startPaymentsTest(0)
  t.after(() => at.close())
  const sample = await startPlainAccountSystem({ client: "test-client", payers })
  t.after(() => sample.close())
  const policyAdmin = connectedForTest(sample.url)
  t.after(() => policyAdmin.close())
  const server = at.startProcess({ policyAdmin })
  for (let payer = 0; payer < payers; payer += 1) await server.submit(paymentBy(payer))
  await sample.lose(() => true)

  const way = await openWay(sample.url)
  t.after(() => way.close())
  const settings = settingsOf(at, { ...sample.settings, POLICY_ADMIN_URL: way.url })
  const typed = [...typedFor("test-client"), "--apply"]
  way.stopAfter(4)
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const killed = spawn(process.execPath, ["commands/my-account.ts", "lost-postings", ...typed], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: "ignore",
  })
  const exited = once(killed, "exit")
  await Promise.race([way.reached, exited])
  assert.equal(killed.exitCode, null, "it waits for an answer")
  killed.kill("SIGKILL")
  await exited
  way.stopAfter(Number.POSITIVE_INFINITY)

  const both = await Promise.all([0, 1].map(() => runCommand("lost-postings", typed, settings)))
  const said = both.map(({ out, err }: CommandOutcome) => `${out}${err}`).join("\n")
  for (const { code, out } of both) {
    assert.equal(code, 0, said)
    assert.match(out, /After: {2}here (\$[\d.]+ \(12\)), account system \1\n/)
  }
  const postings = await policyAdmin.postings("test-client", "2026-01-01", "2026-12-31")
  assert.equal(postings.length, payers)
  assert.equal(new Set(postings.map(({ id }) => id)).size, payers)
  const sum = postings.reduce((cents, { amount }) => cents + amount, 0)
  assert.equal(sum, payers * payerDue)
  for (let payer = 0; payer < payers; payer += 1) {
    const key = ["test-client", payerAccount(payer), payerPolicy(payer)] as const
    assert.deepEqual(await policyAdmin.openBills(...key), [])
  }
})

test("REPOST-02 an unknown client, and a day that is none or lies ahead, are refused", async (t) => {
  const at = await startPaymentsTest(0)
  t.after(() => at.close())
  const settings = settingsOf(at, {})
  const cases: [typed: string[], message: RegExp][] = [
    [[], /^CLIENT is missing\.\n/],
    [["nowhere"], /^There is no client 'nowhere'\. The clients: test-client\.\n/],
    [[...typedFor("test-client").slice(0, 2), "2026-02-30"], /^--from must be a date such as/],
    [[...typedFor("test-client").slice(0, 2), "2099-01-01"], /^--from 2099-01-01 is after today/],
  ]
  for (const [typed, message] of cases) {
    const { code, out, err } = await runCommandHere("lost-postings", typed, settings)
    assert.deepEqual([code, out], [2, ""], err)
    assert.match(err, message)
  }
})

/** A way to the account system on which answers about payments stop arriving after some. */
async function openWay(target: string) {
  let [posted, limit] = [0, Number.POSITIVE_INFINITY]
  const reached = Promise.withResolvers<void>()
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name),
      ),
    ) as Record<string, string>
    const { method, url } = request
    const body = await text(request)
    const reply = await fetch(`${target}${url}`, {
      ...{ method, headers },
      ...(method === "POST" && { body }),
    })
    const answer = await reply.text()
    if (url === "/v1/applyPayment") {
      posted += 1
      if (posted > limit) return reached.resolve()
    }
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" })
    response.end(answer)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** When the first answer does not arrive. */
    reached: reached.promise,
    stopAfter(most: number) {
      limit = most
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
