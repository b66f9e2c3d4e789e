import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { client, hostName, messageList } from "../shapes.ts"
import { storedUser, userDeviceInfo } from "./shapes.ts"

/** A person as the page of a session transfer names them. */
const transferPerson = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** The staff member who acts for the person; "" if no one does. */
  agentUserid: z.string(),
  /** For staff only, who may know two people with one name; otherwise "". */
  accountNumber: z.string(),
})
export type TransferPerson = z.output<typeof transferPerson>

/** The question that a person must answer before a session transfer continues. */
const transferQuestion = z.object({
  /** The person whom the link signs in. */
  incoming: transferPerson,
  /** The person who is signed in with this browser and would be signed out; null if there is none. */
  current: transferPerson.nullable(),
})
export type TransferQuestion = z.output<typeof transferQuestion>

/** The message about what a person did before a session transfer. The page after it shows the message. */
const doneBefore = z.enum(["registration.complete", "resetPassword.done"])
export type DoneBefore = z.output<typeof doneBefore>

export const sessions = {
  "PUT /appauth/userInformation": endpoint({
    summary: "Records where and on which device a session was opened",
    role: "signed-in",
    site: "any",
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
    summary: "Extends the session of an active person",
    role: "signed-in",
    site: "any",
    body: z.object({}),
    reply: z.object({
      /** Seconds without activity after which the session ends. */
      idleSeconds: z.number().int(),
    }),
    errors: [],
  }),
  "POST /appauth/logout": endpoint({
    summary: "Ends the session",
    role: "anonymous",
    site: "any",
    body: z.object({}),
    reply: z.object({ messages: messageList }),
    errors: [],
  }),
  "POST /appauth/handoff": endpoint({
    summary: "Creates a single-use session transfer to a union's host",
    role: "customer",
    /** Absent: the union's present host. A page that was opened before the union moved has an earlier one. */
    body: z.object({ hostName: hostName.optional() }),
    reply: z.object({
      /** Address of the host's /logging-in page, with the session transfer's token in its path. */
      siteURL: z.string(),
    }),
    errors: ["request.notFound"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
  "POST /appauth/handoff/redeem": endpoint({
    summary: "Opens a session on the host of a session transfer, or asks the person first",
    role: "anonymous",
    showsKeptData: true,
    body: z.object({
      token: z.string().max(100),
      /** The page that the browser says it comes from, if any. */
      cameFrom: z.string().max(2000).optional(),
      /** The person was asked in this browser and wants to continue. */
      confirmed: z.boolean().optional(),
      doneBefore: doneBefore.optional(),
    }),
    reply: z.union([
      /** With the message about `doneBefore`. */
      storedUser.extend({ messages: messageList }),
      z.object({ question: transferQuestion }),
    ]),
    errors: ["handoff.invalid", "handoff.actingInvalid", "request.tooMany", "accountSystem.away"],
  }),
  "POST /appauth/handoff/decline": endpoint({
    summary: "Ends a session transfer that the person declines",
    role: "anonymous",
    body: z.object({ token: z.string().max(100) }),
    reply: z.object({ messages: messageList }),
    errors: [],
    rateLimit: { calls: 30, minutes: 10 },
  }),
}
