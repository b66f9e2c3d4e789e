/** The days of the week, in reading order. */
export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const
export type Weekday = (typeof weekdays)[number]

/** The hours when people answer the phone on these days, in the client's time zone. */
export interface PhoneHours {
  days: Weekday[]
  /** A time such as "08:00", from "00:00" to "24:00". */
  opens: string
  closes: string
}
