import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import { ApiError, type MessageId } from "#contracts/messages.ts"
import { handleErrors } from "./errors.ts"

test("WATCH-06 an answer that refuses excess requests is counted once, and a full queue is not counted", async () => {
  const counted: MessageId[] = []
  const app = Fastify()
  handleErrors(app, {
    localize: async (_, messageId) => ({ type: "ERROR", content: [], messageId }),
    siteAt: async () => undefined,
    plannedEndTextOf: async () => undefined,
    phoneNumberOf: async () => "",
    lastSiteAt: () => undefined,
    onTooMany: (message) => counted.push(message),
  })
  app.get("/limited", async () => {
    // A transaction that the database rolls back runs again, and is refused again.
    const refuse = async () => {
      throw new ApiError("agent.tooMany", { calls: "60", wait: "a minute" }, 60)
    }
    await refuse().catch(() => undefined)
    await refuse()
  })
  app.get("/link", async () => {
    throw new ApiError("signIn.linkSent")
  })
  app.get("/busy", async () => {
    throw new ApiError("server.busy", {}, 5)
  })
  assert.equal((await app.inject("/limited")).headers["retry-after"], "60")
  assert.equal((await app.inject("/busy")).headers["retry-after"], "5")
  assert.equal((await app.inject("/link")).headers["retry-after"], "3600")
  assert.deepEqual(counted, ["agent.tooMany", "signIn.linkSent"])
})
