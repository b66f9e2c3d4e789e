import { z } from "zod"
import { messageList, yesNo } from "../shapes.ts"
import { userAgentMaxLength } from "./device-rules.ts"

const short = z.string().max(200)

export const userDeviceInfo = z.object({
  userOS: short,
  userOSVersion: short,
  browserName: short,
  browserVersion: short,
  isMobile: yesNo,
  mobileModel: short,
  mobileVendor: short,
  userAgent: z.string().max(userAgentMaxLength).default(""),
})
export type UserDeviceInfo = z.output<typeof userDeviceInfo>

/**
 * The part of a session that scripts in the browser can store. They cannot read the session's
 * cookie.
 */
export const storedUser = z.object({
  access_token: z.string(),
  csUserid: z.string().optional(),
  /** The name of that staff member, if their account comes from an identity provider. */
  csName: z.string().optional(),
  accountNumber: z.string(),
  policyNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userid: z.string(),
  /** Undefined in a session that an earlier release stored. */
  email: z.string().optional(),
  isEmailSubscribed: z.boolean(),
})
export type StoredUser = z.output<typeof storedUser>

/** The reply to a one-time code. */
export const codeAnswer = z.object({
  /** True if the person must request another code first. */
  disableVerifyPassCode: z.boolean().optional(),
  /** Seconds until another code may be requested. */
  passCodeCoolDownPeriod: z.number().int().optional(),
  status: z.enum(["SUCCESS", "ERROR"]),
  /** Why a code was rejected; "" if it was correct. */
  statusMessage: z.string(),
})
export type CodeAnswer = z.output<typeof codeAnswer>

/** The reply to a request for a one-time code. `status` is SUCCESS if a code was just sent. */
export const codeRequestReply = z.object({
  ...codeAnswer.shape,
  /** The message with the address where the newest code was sent. */
  messages: messageList,
})
