import { defaultDays } from "#platform/jobs/retention.ts"
import { wholeNumber } from "./forms.ts"
import { setting } from "./setting.ts"

function days(kind: keyof typeof defaultDays, least: number, most: number, meaning: string) {
  const byDefault = defaultDays[kind]
  const form = wholeNumber(least, most, { unit: "days", example: byDefault })
  return setting(form, {
    byDefault: `${byDefault}`,
    meaning: `days, ${least} to ${most}: how long ${meaning}`,
  })
}

/** How long data are retained that the books do not need; docs/privacy.md lists all of them. */
export const retentionSettings = {
  KEEP_ENDED_DAYS: days(
    "ended",
    7,
    400,
    "sessions, attempts to log in, approvals, delivered events and the like stay after they end",
  ),
  KEEP_DEVICE_DAYS: days(
    "devices",
    30,
    400,
    "a browser stays known after the last login; a new one causes an email",
  ),
  KEEP_EMAIL_DAYS: days(
    "emails",
    1,
    90,
    "a sent email is listed; its content and recipient go when it is sent",
  ),
  KEEP_UNSENT_EVENT_DAYS: days(
    "unsentEvents",
    30,
    400,
    "events stay that an endpoint has not taken",
  ),
  KEEP_UNSUBSCRIBE_DAYS: days(
    "unsubscribeLinks",
    30,
    3 * 365,
    "links to unsubscribe work; CAN-SPAM demands 30 days",
  ),
  KEEP_CSP_REPORT_DAYS: days(
    "pageReports",
    7,
    400,
    "reports of browsers about the page policy stay after the last one of their kind",
  ),
}
