import type { CatalogueEntry } from "./entry.ts"

export const authorizationMessages = {
  "authorization.changed": {
    status: 409,
    type: "ERROR",
    content:
      "The text that you agreed to has changed in the meantime, so nothing was done. Please read it again, then agree to it.",
  },
  "authorization.unavailable": {
    status: 503,
    type: "ERROR",
    content:
      "We cannot show you the authorization for this right now, so nothing was done. Please try again later, or call our customer service team.",
  },
} as const satisfies Record<string, CatalogueEntry>
