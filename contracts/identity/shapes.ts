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

/** The part of a session that the browser's scripts store. They cannot read its cookie. */
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
  /** Absent in a session that an earlier release stored. */
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
  /** The reason why a code was refused; "" if it was right. */
  statusMessage: z.string(),
})
export type CodeAnswer = z.output<typeof codeAnswer>

/** The reply to a request for a one-time code. `status` is SUCCESS if one was sent now. */
export const codeRequestReply = z.object({
  ...codeAnswer.shape,
  /** Says where the newest code was sent. */
  messages: messageList,
})
