import { earlier } from "../time.ts"

/** The kinds of rows that are deleted after a period, with its length in days where no setting says another. */
export const defaultDays = {
  /** Rows that ended: sessions, attempts, approvals, delivered events. They stay for a while so that staff can find out what happened. */
  ended: 30,
  /** Browsers, since the last login. */
  devices: 400,
  /** Emails that were sent or given up, without content. */
  emails: 7,
  /** Events that an endpoint did not take, so that they can be replayed. */
  unsentEvents: 400,
  /** Links to unsubscribe: people keep emails, and open them again years later. */
  unsubscribeLinks: 3 * 365,
  /** Kinds of reports about the page policy, since the last one. */
  pageReports: 90,
} as const

/** Days per kind. */
export type Retention = Readonly<Record<keyof typeof defaultDays, number>>

/** Rows of a kind that ended before its moment are no longer needed. */
export type OldestCached = Readonly<Record<keyof Retention, Date>>

export function oldestCached(retention: Retention, now: Date): OldestCached {
  const moments = Object.entries(retention).map(([kind, days]) => [kind, earlier(now, { days })])
  return Object.fromEntries(moments) as Record<keyof Retention, Date>
}
