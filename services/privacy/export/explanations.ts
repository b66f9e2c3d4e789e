import type { Retention } from "#platform/jobs/retention.ts"

/** Tells the person how to read an export. */
export const explanations: readonly string[] = [
  "This file has what the insurer's self-service portal stores about you. Each table says what it holds (what), why (basis), and for how long (kept).",
  "Amounts in a column of their own are US dollars; those inside a column of several facts are in the unit that its system uses, dollars or cents. Dates are those of the insurer's time zone; times are in UTC and end with Z or +00:00.",
  "Passwords, security answers, codes and links are stored as hashes. They are left out, and so is what could charge a payment method.",
  "Members of the insurer's staff appear as staff member 1, staff member 2 and so on. IP addresses are those of your own sign-ins and agreements.",
  "bill, entry, payment, payment_bills, reversal and lot_note are the books of a product: bills, and what settled them. book and lot are numbers that join their rows; cause is the row that led to an entry.",
  "documents lists the files beside this one, with their names. auditLog lists who did what in your account, and when.",
]

/** The settings that a period of the data map names. */
const settings: Record<string, keyof Retention> = {
  KEEP_ENDED_DAYS: "ended",
  KEEP_DEVICE_DAYS: "devices",
  KEEP_EMAIL_DAYS: "emails",
  KEEP_UNSENT_EVENT_DAYS: "unsentEvents",
  KEEP_UNSUBSCRIBE_DAYS: "unsubscribeLinks",
}

/** A period of the data map with days in place of the names of settings. */
export function readablePeriod(kept: string, retention: Retention): string {
  return kept
    .replaceAll("`keptDataHours` of the client", "the hours that the insurer has set")
    .replaceAll(/`([A-Z_]+)`/g, (name: string, setting: string) => {
      const kind = settings[setting]
      return kind ? `${retention[kind]} days` : name
    })
}
