import { z } from "zod"
import { userAgentMaxLength } from "../rules.ts"
import { messageList, yesNo } from "../shapes.ts"

const short = z.string().max(200)

export const userDeviceInfo = z.object({
  userOS: short,
  userOSVersion: short,
  browserName: short,
  browserVersion: short,
  isMobile: yesNo,
  mobileModel: short,
  mobileVendor: short,
  userAgent: z.string().max(userAgentMaxLength),
})
export type UserDeviceInfo = z.output<typeof userDeviceInfo>

/** What the browser keeps of a session; the cookie that it is bound to never reaches a script. */
export const storedUser = z.object({
  access_token: z.string(),
  csUserid: z.string().optional(),
  accountNumber: z.string(),
  policyNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userid: z.string(),
  isEmailSubscribed: z.boolean(),
})
export type StoredUser = z.output<typeof storedUser>

/** What is said of a one-time code that was entered. */
export const codeAnswer = z.object({
  /** No code is taken until another one was requested. */
  disableVerifyPassCode: z.boolean().optional(),
  /** Seconds until another code may be requested. */
  passCodeCoolDownPeriod: z.number().int().optional(),
  status: z.enum(["SUCCESS", "ERROR"]),
  /** Why a code was refused; "" when it was right. */
  statusMessage: z.string(),
})
export type CodeAnswer = z.output<typeof codeAnswer>

/** What is said when a one-time code is asked for. `status` is SUCCESS when one was sent now. */
export const codeRequestReply = z.object({
  ...codeAnswer.shape,
  /** Where the newest code went. */
  messages: messageList,
})
