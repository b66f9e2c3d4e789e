import { CallError } from "#web/calls/api.ts"
import * as texts from "./texts.ts"

/** The status and text of a failed reply, a message written for people, or a general text. */
export function errorText(error: unknown): string {
  if (error instanceof CallError) return error.message
  if (typeof error === "object" && error !== null && "status" in error) {
    const text = "statusText" in error ? error.statusText : ""
    return `${error.status} ${text}`.trim()
  }
  return texts.ourFault
}
