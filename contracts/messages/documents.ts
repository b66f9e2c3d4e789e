import type { CatalogueEntry } from "./entry.ts"

export const documentMessages = {
  "document.unavailable": {
    status: 503,
    type: "ERROR",
    content: "We could not open this document right now. Please try again in a few minutes.",
  },
  "document.missing": {
    status: 404,
    type: "ERROR",
    content:
      "This document is not available online yet. Please call us and we will mail you a copy.",
  },
  "document.tooLarge": {
    status: 503,
    type: "ERROR",
    content: "This document is too large to open here. Please call us and we will mail you a copy.",
  },
} as const satisfies Record<string, CatalogueEntry>
