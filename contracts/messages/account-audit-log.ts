import type { CatalogueEntry } from "./entry.ts"

export const accountAuditLogMessages = {
  "accountRecord.told": {
    status: 200,
    type: "SUCCESS",
    content:
      "Thank you. We will look into it (reference {number}). If you think someone else is using your account, please change your password now and call us at {phone}.",
  },
  "accountRecord.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "You have already reported several entries. Please call us so that we can help you right away.",
  },
} as const satisfies Record<string, CatalogueEntry>
