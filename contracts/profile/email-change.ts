import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

/** For customers whose email address was changed by staff. */
export const emailChange = {
  "POST /myaccount-core/emailChange": endpoint({
    summary: "Confirms or denies a change of the email address by staff; the link works once",
    role: "anonymous",
    body: z.object({
      /** The token in the link that was emailed to the previous address. */
      token: z.string().min(1).max(100),
      answer: z.enum(["mine", "notMine"]),
    }),
    reply: z.object({ messages: messageList }),
    errors: ["emailChange.link"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
}
