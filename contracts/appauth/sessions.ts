import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { client, hostName, messageList } from "../shapes.ts"
import { storedUser, userDeviceInfo } from "./shapes.ts"

export const sessions = {
  "PUT /appauth/userInformation": endpoint({
    summary: "Records where and on which device a session was opened",
    caller: "signed-in",
    body: z.object({
      username: z.string().max(200),
      isCustomerUser: z.boolean(),
      client,
      clientLoginIp: z.string().max(45),
      userDeviceInfo,
    }),
    reply: z.object({ messages: messageList }),
    errors: [],
  }),
  "POST /appauth/session/extend": endpoint({
    summary: "Keeps the session alive while the person is active",
    caller: "signed-in",
    body: z.object({}),
    reply: z.object({
      /** Seconds without activity after which the session ends. */
      idleSeconds: z.number().int(),
    }),
    errors: [],
  }),
  "POST /appauth/logout": endpoint({
    summary: "Ends the session",
    caller: "visitor",
    body: z.object({}),
    reply: z.object({ messages: messageList }),
    errors: [],
  }),
  "POST /appauth/handoff": endpoint({
    summary: "Makes a single-use hand-off to a union's host",
    caller: "customer",
    body: z.object({ hostName }),
    reply: z.object({
      /** Address of the host's /logging-in page, with the hand-off in its path. */
      siteURL: z.string(),
    }),
    errors: ["request.notFound"],
    budget: { calls: 30, minutes: 10 },
  }),
  "POST /appauth/handoff/redeem": endpoint({
    summary: "Turns a hand-off into a session on the host that it names",
    caller: "visitor",
    body: z.object({ token: z.string().max(100) }),
    reply: storedUser,
    errors: ["handoff.invalid", "handoff.actingInvalid", "request.tooMany"],
  }),
}
