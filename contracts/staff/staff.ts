import { z } from "zod"
import { storedUser } from "#contracts/identity/shapes.ts"
import { emailMaxLength } from "../email-address-rules.ts"
import { endpoint } from "../endpoint.ts"
import { messageList, money, shownDate } from "../shapes.ts"
import { staffRoles } from "./staff-roles.ts"

/** The userid of a registered customer: `actualUserid` of a search result. */
const userId = z.string().min(1).max(200)

/**
 * The `emailVersion` of the reply that showed the email address. If the address on file has changed
 * since, the call returns `agent.emailDiffers` and does nothing.
 */
const emailVersion = z.string().max(64)

const lastFour = { paymentType: z.string(), accountNumberLast4Digit: z.string() }

const paymentDetail = z.object({
  paymentType: z.enum(["CREDITCARD", "BANKACCOUNT"]),
  paymentAmount: money,
  policyNumber: z.string(),
  creditCard: z.object(lastFour).optional(),
  bankAccount: z.object(lastFour).optional(),
})

const foundCustomer = z.object({
  accountNumber: z.string(),
  policyNumber: z.string(),
  /** The username without the client; "" if the person is not registered. */
  userid: z.string(),
  /** The userid, for the other calls; "" if the person is not registered. */
  actualUserid: z.string(),
  policyHolder: z.object({
    firstName: z.string(),
    lastName: z.string(),
    emailAddress: z.string(),
  }),
  emailVersion,
  /**
   * Whether the account is no longer in the account system. Only the data stored here are available
   * then.
   */
  isGone: z.boolean(),
  client: z.string(),
  clientName: z.string(),
  /** `reactivate`: the credentials no longer work, and the person must register again. */
  registration: z.enum(["registered", "none", "reactivate"]),
  paymentConfirmationNumber: z.string(),
  paymentDate: shownDate,
  /** The day of the month on which the paid bill was due; "" if there is none. */
  billingDay: z.string(),
  paymentDetail: z.array(paymentDetail),
  /**
   * Upcoming charges of auto pay that this customer has not been notified of, because no email
   * address is on file.
   */
  untoldCharges: z.array(
    z.object({ policyNumber: z.string(), amount: money, chargeDate: shownDate }),
  ),
  /**
   * Money facts of the account. Undefined for an account that is gone, while the account system
   * is away, if more than three customers are found, and in replies of an earlier server version.
   */
  money: z
    .object({
      /** The client's day. */
      today: shownDate,
      pastDue: money,
      /** The sum of the next charges of auto pay, which are on one day; null without auto pay. */
      nextCharge: z.object({ amount: money, date: shownDate }).nullable(),
      /** The newest payment, also a declined one; null if there is none. */
      lastPayment: z.object({ amount: money, date: shownDate, status: z.string() }).nullable(),
    })
    .optional(),
})
export type CustomerMoney = NonNullable<z.output<typeof foundCustomer>["money"]>
export type FoundCustomer = z.output<typeof foundCustomer>

const staffSearchTypes = [
  "policyNumber",
  "accountNumber",
  "username",
  "paymentConfirmationNumber",
] as const

const approval = z.object({
  id: z.string(),
  action: z.enum(["resetPassword", "deleteRegistration"]),
  accountNumber: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  clientName: z.string(),
  askedBy: z.string(),
  /** An instant in ISO format. */
  askedAt: z.string(),
  /** The email address on file, which gets the emails about the action; "" if there is none. */
  emailAddress: z.string(),
  emailVersion,
  /** The email address before the changes that make approval necessary; "" if there was none. */
  earlierAddress: z.string(),
  /** The staff members who changed the email address. */
  changedByStaff: z.array(z.string()),
  isChangedByCustomer: z.boolean(),
  /**
   * The phone number on file; "" if there is none. Undefined in replies of an earlier server
   * version.
   */
  phoneNumber: z.string().optional(),
  /** The phone number before changes in the same period, if it changed. */
  earlierPhone: z
    .object({
      /** "" if there was no number. */
      phoneNumber: z.string(),
      /** The staff members who changed the phone number. */
      changedByStaff: z.array(z.string()),
      isChangedByCustomer: z.boolean(),
    })
    .optional(),
  /** Whether this staff member made the request, and so cannot decide it. */
  isOwn: z.boolean(),
  /** Whether this staff member changed the email address, and so cannot decide it. */
  isOwnCause: z.boolean(),
})
export type Approval = z.output<typeof approval>

export const staff = {
  "GET /myaccount-core/agent/roles": endpoint({
    summary: "The roles of the staff member's own account now",
    role: "staff",
    reply: z.object({ roles: z.array(z.enum(staffRoles)), messages: messageList }),
    errors: [],
  }),
  "GET /myaccount-core/agent/clients": endpoint({
    summary: "Finds customers of the clients that this staff member may serve",
    role: "staff:look",
    mayShowCachedData: true,
    query: z.object({
      searchType: z.enum(staffSearchTypes),
      value: z.string().trim().min(1).max(100),
      /** The staff member's own userid; undefined in searches by account number and username. */
      userId: z.string().max(200).optional(),
    }),
    /** Items, or the one payment with a confirmation number. */
    reply: z.union([
      z.object({ items: z.array(foundCustomer), messages: messageList }),
      z.object({ ...foundCustomer.shape, messages: messageList }),
    ]),
    errors: ["agent.tooMany", "agent.tooManyToday", "request.notYours", "accountSystem.away"],
    rateLimit: { calls: 600, minutes: 10 },
  }),
  "POST /myaccount-core/agent/impersonate/{userId}": endpoint({
    summary: "Creates a session transfer to the customer's site, to act for them for 30 minutes",
    role: "staff:serve",
    mayShowCachedData: true,
    params: z.object({ userId }),
    body: z.object({}),
    reply: z.object({
      /** Address of the customer's site, with the session transfer's token in its path. */
      siteURL: z.string(),
      ...storedUser.omit({ access_token: true }).shape,
      csUserid: z.string(),
    }),
    errors: [
      "request.notFound",
      "agent.reactivate",
      "agent.tooMany",
      "agent.tooManyForCustomer",
      "agent.tooManyToday",
      "accountSystem.away",
    ],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "POST /myaccount-core/agent/resetPassword": endpoint({
    summary: "Emails the customer a link to reset their password",
    role: "staff:serve",
    body: z.object({
      username: userId,
      isCustomerUser: z.literal(true),
      emailVersion: emailVersion.optional(),
    }),
    reply: z.object({ messages: messageList }),
    errors: [
      "request.notFound",
      "agent.emailDiffers",
      "agent.ownEmailChange",
      "agent.reactivate",
      "agent.noAddress",
      "agent.tooMany",
      "agent.tooManyForCustomer",
      "agent.tooManyToday",
      "accountSystem.away",
    ],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "PUT /myaccount-core/agent/email": endpoint({
    summary: "Changes the customer's email address, and informs the old one",
    role: "staff:serve",
    body: z.object({
      userid: userId,
      csUserid: z.string().max(200),
      newEmail: z.string().trim().max(emailMaxLength),
      csLoginIp: z.string().max(45),
      emailVersion: emailVersion.optional(),
    }),
    reply: z.object({
      status: z.enum(["SUCCESS", "ERROR"]),
      /** Why it was not changed. */
      statusMessage: z.string(),
      /** The current address on file. */
      emailAddress: z.string(),
      emailVersion,
      messages: messageList,
    }),
    errors: [
      "request.notFound",
      "agent.emailDiffers",
      "agent.tooMany",
      "agent.tooManyToday",
      "agent.tooManyForCustomer",
      "accountSystem.away",
    ],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "DELETE /myaccount-core/agent/users/{username}": endpoint({
    summary: "Deletes the customer's registration; payments and history stay",
    role: "staff:serve",
    params: z.object({ username: userId }),
    query: z.object({ emailVersion: emailVersion.optional() }),
    reply: z.object({
      /** Whether it has been deleted; false if dual approval is needed first. */
      deleted: z.boolean(),
      messages: messageList,
    }),
    errors: [
      "request.notFound",
      "agent.emailDiffers",
      "agent.ownEmailChange",
      "agent.tooMany",
      "agent.tooManyToday",
      "agent.tooManyForCustomer",
      "accountSystem.away",
    ],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "GET /myaccount-core/agent/approvals": endpoint({
    summary: "Requests that wait for dual approval: all for the role approve, otherwise one's own",
    role: "staff:look",
    mayShowCachedData: true,
    reply: z.object({ items: z.array(approval), messages: messageList }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/agent/approvals/{id}": endpoint({
    summary: "Approves or refuses the request of another staff member",
    role: "staff:approve",
    params: z.object({ id: z.uuid() }),
    body: z.object({
      decision: z.enum(["approve", "refuse"]),
      /** Required for an approval. */
      emailVersion: emailVersion.optional(),
    }),
    reply: z.object({ messages: messageList }),
    errors: [
      "request.notFound",
      "agent.ownApproval",
      "agent.ownEmailChange",
      "agent.emailDiffers",
      "agent.approvalOver",
      "agent.noAddress",
      "agent.tooMany",
      "agent.tooManyForCustomer",
      "agent.tooManyToday",
      "accountSystem.away",
    ],
    rateLimit: { calls: 120, minutes: 10 },
  }),
}
