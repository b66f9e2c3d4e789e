import { z } from "zod"
import { weekdays } from "#contracts/brands/phone-hours.ts"
import { readDate } from "#contracts/outside-dates.ts"

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const time = z.string().regex(timeOfDay, {
  error: "must be a time from 00:00 to 23:59, such as 01:00",
})
const moment = z.string().refine(isMoment, {
  error: "must be a day with a time, such as 2026-11-29T22:00",
})
const weekday = z.enum(weekdays, { error: "must be a day of the week, such as Sunday" })
const mostDays = 7

const nightly = z
  .strictObject({ days: z.array(weekday).min(1).optional(), from: time, until: time })
  .refine(({ from, until }) => from !== until, { error: "must end at another time than it begins" })

const once = z
  .strictObject({ from: moment, until: moment })
  .refine(({ from, until }) => from < until, { error: "must begin before it ends" })
  .refine(({ from, until }) => isShort(from, until), {
    error: `must last at most ${mostDays} days`,
  })

const examples =
  'is wrong: write {"from": "01:00", "until": "04:00"}, also with "days": ["Sunday"], or {"from": "2026-11-29T22:00", "until": "2026-11-30T05:00"}'

/**
 * When the account system is unavailable as planned, in the client's time zone: every day, on
 * certain days of the week, or once. A daily window that ends before it begins ends on the next
 * day. `days` are the days on which a window begins.
 */
export const plannedAway = z
  .array(
    z.unknown().transform((value, context) => {
      const read = (isOnce(value) ? once : nightly).safeParse(value)
      if (read.success) return read.data
      const own = read.error.issues.find(({ message }) => message.startsWith("must "))
      const { path, message } = own ?? { path: [], message: examples }
      context.addIssue({ code: "custom", path: [...path], message })
      return z.NEVER
    }),
  )
  .max(50)
  .default([])

function isMoment(value: string): boolean {
  const [day = "", time = "", ...more] = value.split("T")
  return more.length === 0 && readDate(day) !== undefined && timeOfDay.test(time)
}

function isShort(from: string, until: string): boolean {
  if (!isMoment(from) || !isMoment(until)) return true
  const most = Temporal.PlainDateTime.from(from).add({ days: mostDays })
  return Temporal.PlainDateTime.compare(until, most) <= 0
}

/** Whether the window occurs only once. */
function isOnce(window: unknown): boolean {
  return z.object({ from: z.string().includes("T") }).safeParse(window).success
}
