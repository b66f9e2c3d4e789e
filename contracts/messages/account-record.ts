import type { CatalogueEntry } from "./entry.ts"

export const accountRecordMessages = {
  "accountRecord.told": {
    status: 200,
    type: "SUCCESS",
    content:
      "Thank you. We have been told and will look into it (number {number}). If you think that somebody else is in your account, please change your password now and call us at {phone}.",
  },
  "accountRecord.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "We have been told of several entries already. Please call us, so that we can help you at once.",
  },
} as const satisfies Record<string, CatalogueEntry>
