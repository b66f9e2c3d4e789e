import { setTimeout as sleep } from "node:timers/promises"
import type { Random } from "#testing/random.ts"
import { type Answer, sendHttp } from "#testing/send-http.ts"
import { supportHost } from "../names.ts"
import type { World } from "../world.ts"

/** `unsure`: refused after a request that got no answer, which may have been stored. */
export type Told = "made" | "refused" | "unsure"

/**
 * Requests of staff about money. Like the page, they repeat the same key until there is an answer.
 * Returns the last answer with what it told.
 */
export function createStaffRequests(
  { staff, ports }: Pick<World, "staff" | "ports">,
  random: Random,
) {
  async function send<Reply>(
    path: string,
    key: string,
    body: object,
  ): Promise<Answer<Reply> | undefined> {
    const port = random.pick(ports)
    const { cookie, token } = random.pick(staff)
    try {
      return await sendHttp<Reply>(port, supportHost, {
        method: "POST",
        path: `/myaccount-core/agent/${path}`,
        body: JSON.stringify(body),
        headers: {
          cookie: `session=${cookie}`,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          origin: `http://${supportHost}:${port}`,
          "idempotency-key": key,
        },
      })
    } catch {
      return undefined
    }
  }

  return async function request<Reply>(path: string, key: string, body: object) {
    let wasCutOff = false
    for (;;) {
      const answer = await send<Reply>(path, key, body)
      if (answer && answer.status < 500) {
        const refused = wasCutOff ? ("unsure" as const) : ("refused" as const)
        const told: Told = answer.status === 200 ? "made" : refused
        return { told, reply: answer.reply }
      }
      wasCutOff = true
      await sleep(20 + random.below(200))
    }
  }
}
