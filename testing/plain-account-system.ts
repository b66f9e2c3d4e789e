import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { decimalOf } from "#contracts/money.ts"
import { inDollars } from "#ports/policy-admin/embedded/refresh/records.ts"
import { productFields } from "#ports/policy-admin/product-fields.ts"
import { payerDue, payers } from "./payers.ts"

const sample = join(import.meta.dirname, "..", "examples", "plain")
const token = "a-token-of-the-tests"

/**
 * The sample account system that was written from the contract alone, in a separate process and
 * folder: with its own people, or with this many payers of the client who owe one bill each.
 */
export async function startPlainAccountSystem(owing?: { client: string; payers: number }) {
  const folder = await mkdtemp(join(tmpdir(), "plain-"))
  const accounts = owing
    ? JSON.stringify({ [owing.client]: payers(owing.payers).map(accountOf) })
    : await readFile(join(sample, "data", "accounts.json"), "utf8")
  await writeFile(join(folder, "accounts.json"), accounts)
  const journal = join(folder, "journal.ndjson")
  let running = await start("0")

  async function start(port: string): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, [join(sample, "server.mjs"), folder, port], {
      env: { POLICY_ADMIN_TOKEN: token },
      stdio: ["ignore", "pipe", "inherit"],
    })
    let printed = ""
    for await (const part of child.stdout) {
      printed += part
      const [url] = /http:\S+/.exec(printed) ?? []
      if (url !== undefined) return { child, url }
    }
    throw new Error("The sample account system ended.")
  }

  async function stop(): Promise<void> {
    const exited = once(running.child, "exit")
    running.child.kill("SIGKILL")
    await exited
  }

  /** The changes in its journal, in order. */
  async function lines(): Promise<string[]> {
    return (await readFile(journal, "utf8")).split("\n").filter(Boolean)
  }

  return {
    url: running.url,
    token,
    settings: { POLICY_ADMIN_URL: running.url, POLICY_ADMIN_TOKEN: token },
    lines,
    /** Stops it, removes these lines from its journal, and starts it again at the same address. */
    async lose(isLost: (line: string, place: number, all: readonly string[]) => boolean) {
      await stop()
      const left = (await lines()).filter((...line) => !isLost(...line))
      await writeFile(journal, left.map((line) => `${line}\n`).join(""))
      running = await start(URL.parse(running.url)?.port ?? "")
    },
    async close() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

export type PlainAccountSystem = Awaited<ReturnType<typeof startPlainAccountSystem>>

function accountOf({ person, products }: ReturnType<typeof payers>[number]) {
  const [first] = products
  const policyNumber = first?.policy.policyNumber ?? ""
  return {
    person: { ...person, policyNumber, contactVersion: "1" },
    products: products.map(({ policy }) => ({
      policy: {
        ...inDollars(productFields, policy),
        billing: {
          ...policy.billing,
          adjustment: "0.00",
          frequencies: policy.billing.frequencies.map((one) => ({
            ...one,
            ...{ amount: decimalOf(one.amount), fee: decimalOf(one.fee) },
          })),
        },
      },
      bills: [
        {
          ...{ number: 1, periodFrom: "2026-03-15", periodTo: "2026-04-14" },
          ...{ dueDate: "2026-03-15", premium: payerDue },
        },
      ],
    })),
  }
}
