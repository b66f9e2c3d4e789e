import { customerRoom } from "#server/calls/hashing-lines.ts"
import type { TestApp } from "./app.ts"
import { payloadOf } from "./browser.ts"
import { type Answer, sendHttp } from "./send-http.ts"

export interface FullLine {
  /** The answer to the sign-in that found the queue full. */
  refused: Answer<unknown>
  /** Lets all waiting sign-ins be answered. */
  empty(): Promise<void>
}

/**
 * Fills the customers' queue for hashing with sign-ins of unknown people at Wayfarer: the table of
 * people is locked, so none of them is answered before `empty`. Needs PostgreSQL.
 */
export async function fillCustomerLine({
  database,
  port,
}: Pick<TestApp, "database" | "port">): Promise<FullLine> {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = database.transaction(async (tx) => {
    await tx.script("lock table policy_admin.person in access exclusive mode")
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, holding])
  const host = "wayfarer.localhost"
  const most = customerRoom.atOnce + customerRoom.waiting
  const answers = Array.from({ length: most + 1 }, async (_, number) => {
    const person = { username: `stranger${number}`, client: "wayfarer", password: "Anchor-2026" }
    return await sendHttp(port, host, {
      method: "POST",
      path: "/appauth/login",
      headers: { "content-type": "application/json", origin: `http://${host}:${port}` },
      body: JSON.stringify(payloadOf({ ...person, emailAddress: "" })),
    })
  })
  const refused = await Promise.race(answers)
  return {
    refused,
    async empty() {
      released.resolve()
      await Promise.all([holding, ...answers])
    },
  }
}
