import { earlier } from "../time.ts"

/** The kinds of rows that are deleted after a period, with its default length in days. */
export const defaultDays = {
  /**
   * Ended rows: sessions, attempts, approvals, delivered events. They stay for a while so that
   * staff can find out what happened.
   */
  ended: 30,
  /** Remembered browsers, counted from the last login. */
  devices: 400,
  /** Sent or given-up emails, without content. */
  emails: 7,
  /** Events that an endpoint did not accept, so that they can be replayed. */
  unsentEvents: 400,
  /** Unsubscribe links: people keep emails, and open them again years later. */
  unsubscribeLinks: 3 * 365,
  /** Kinds of reports about the page policy, counted from the last one. */
  pageReports: 90,
} as const

/** Days per kind. */
export type Retention = Readonly<Record<keyof typeof defaultDays, number>>

/** The moment of each kind. Rows that ended before it are no longer needed. */
export type RetainedSince = Readonly<Record<keyof Retention, Date>>

export function retainedSince(retention: Retention, now: Date): RetainedSince {
  const moments = Object.entries(retention).map(([kind, days]) => [kind, earlier(now, { days })])
  return Object.fromEntries(moments) as Record<keyof Retention, Date>
}
