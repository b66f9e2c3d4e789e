import { z } from "zod"
import { userAgentMaxLength } from "../rules.ts"
import { yesNo } from "../shapes.ts"

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
