import type { CatalogueEntry } from "./entry.ts"

export const authorizationMessages = {
  "authorization.changed": {
    status: 409,
    type: "ERROR",
    content:
      "The authorization changed while you were reading it, so nothing was done. Please read the new text, then agree to it.",
  },
  "authorization.unavailable": {
    status: 503,
    type: "ERROR",
    content:
      "We cannot show you the authorization right now, so nothing was done. Please try again later, or call our customer service team.",
  },
} as const satisfies Record<string, CatalogueEntry>
