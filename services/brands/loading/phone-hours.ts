import { z } from "zod"
import { weekdays } from "#contracts/brands/phone-hours.ts"

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, {
  error: "must be a time from 00:00 to 24:00, such as 08:00",
})

/** When people answer the phone, in the client's time zone. */
export const phoneHours = z
  .array(
    z
      .strictObject({ days: z.array(z.enum(weekdays)).min(1), opens: time, closes: time })
      .refine(({ opens, closes }) => opens < closes, { error: "must open before it closes" }),
  )
  .default([])
