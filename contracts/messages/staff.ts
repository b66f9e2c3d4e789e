import type { CatalogueEntry } from "./entry.ts"

/** What staff read at the support site. */
export const staffMessages = {
  "staff.disabled": {
    status: 409,
    type: "ERROR",
    content: "This account is disabled. Please ask whoever manages the staff accounts.",
  },
  "secondFactor.wrong": {
    status: 422,
    type: "ERROR",
    content:
      "That code is not correct, or was used already. You have {left} left. A new code appears in your app every 30 seconds.",
  },
  "secondFactor.restart": {
    status: 409,
    type: "ERROR",
    content: "Please log in again with your username and password.",
  },
  "secondFactor.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "There were too many tries to log in to this account. Please wait {wait} and try again.",
  },
} as const satisfies Record<string, CatalogueEntry>
