import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { client, hostName, messageList } from "../shapes.ts"
import { storedUser, userDeviceInfo } from "./shapes.ts"

/** A person in the question on the page of a session transfer. */
const transferPerson = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** The staff member who acts for the person; "" if there is none. */
  agentUserid: z.string(),
  /** Set only for staff, who may serve two people with the same name; otherwise "". */
  accountNumber: z.string(),
})
export type TransferPerson = z.output<typeof transferPerson>

/** The question that a person must answer before a session transfer continues. */
const transferQuestion = z.object({
  /** The person whom the link signs in. */
  incoming: transferPerson,
  /** The person who is signed in in this browser and would be signed out; null if there is none. */
  current: transferPerson.nullable(),
})
export type TransferQuestion = z.output<typeof transferQuestion>

/** The message about what the person did before a session transfer. The next page shows it. */
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
      /** Seconds without activity that end the session. */
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
    /**
     * The host; by default the union's current host. A page that was opened before the union moved
     * sends an earlier one.
     */
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
    mayShowCachedData: true,
    body: z.object({
      token: z.string().max(100),
      /** The page that the browser came from, according to the browser. */
      cameFrom: z.string().max(2000).optional(),
      /** Whether the person agreed to continue when asked in this browser. */
      confirmed: z.boolean().optional(),
      doneBefore: doneBefore.optional(),
    }),
    reply: z.union([
      /** Contains the message about `doneBefore`. */
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
