import type { CatalogueEntry } from "./entry.ts"

/** Replies to changes that require a step-up code. */
export const proofMessages = {
  // Not 401 or 403, which would end the session in the browser.
  "proof.required": {
    status: 409,
    type: "ERROR",
    content: "Before you make this change, please enter a one-time code to confirm that it is you.",
  },
  "proof.codeSent": {
    status: 200,
    type: "SUCCESS",
    content:
      "Before we save this change, please confirm that it is you. We have sent a one-time code to {email}.",
  },
  "proof.noAddress": {
    status: 409,
    type: "ERROR",
    content:
      "We have no email address on file to send your one-time code to. Please call our customer service team.",
  },
} as const satisfies Record<string, CatalogueEntry>
