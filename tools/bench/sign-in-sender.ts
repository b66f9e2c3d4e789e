// Sends the passwords of this many people at once, and repeats those that a busy server refuses:
//
//   node tools/bench/sign-in-sender.ts <port> <people>

import { setTimeout as wait } from "node:timers/promises"
import { payloadOf } from "#testing/browser.ts"
import { sendHttp } from "#testing/send-http.ts"
import { addressOf, credentialsOf } from "../prove/soak/visitor.ts"
import { host } from "../prove/world/names.ts"

const [port = 0, people = 0] = process.argv.slice(2).map(Number)

async function signIn(payer: number): Promise<void> {
  for (;;) {
    const { status, headers, text } = await sendHttp(port, host, {
      method: "POST",
      path: "/appauth/login",
      body: JSON.stringify(payloadOf(credentialsOf(payer))),
      headers: {
        "content-type": "application/json",
        origin: `http://${host}:${port}`,
        "x-forwarded-for": addressOf(payer),
      },
    })
    if (status === 200) return
    if (status !== 503) throw new Error(`A sign-in got ${status}: ${text}`)
    await wait(Number(headers["retry-after"]) * 1000)
  }
}

await Promise.all(Array.from({ length: people }, (_, payer) => signIn(payer)))
