import { z } from "zod"
import { chosenAmount } from "./money.ts"

/** Shapes that several subjects use. */

export const yesNo = z.enum(["Y", "N"])

const message = z.object({
  type: z.enum(["INFO", "SUCCESS", "FAILURE", "ERROR", "CLIENT_MISMATCH"]),
  content: z.array(z.string()),
  messageId: z.string(),
})
export const messageList = z.array(message)

export const errorReply = z.object({
  type: z.literal("error"),
  data: z.object({ messages: messageList }),
})

/** MM/DD/YYYY, or empty for no date. */
export const shownDate = z.string().regex(/^(\d{2}\/\d{2}\/\d{4})?$/)

/** Dollars and cents as a decimal string, such as "42.50". */
export const money = z.string().regex(/^-?\d+\.\d{2}$/)

/** An amount that a person chose, in a request. */
export const chosenMoney = z.string().regex(chosenAmount)

export const client = z.string().min(1).max(60)
export const hostName = z.string().min(1).max(253)
