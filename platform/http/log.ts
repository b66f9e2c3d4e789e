import { lacksRight } from "../error-name.ts"

/** A request in the log, without its address (which can contain a token), body and headers. */
function loggedRequest(request: { method: string; routeOptions?: { url?: string } }) {
  return { method: request.method, route: request.routeOptions?.url }
}

/**
 * An error in the log. For a database error only the kind and place, and the table that a role may
 * not use, because other messages and fields quote the sent values.
 */
function loggedError(error: Error & { code?: string; severity?: string; constraint?: string }) {
  const { name, message, code, severity, constraint, stack = "" } = error
  if (severity === undefined) return { type: name, message, code, stack }
  const where = stack.slice(stack.indexOf("\n    at ") + 1)
  const shown = lacksRight(error) ? message : "The database refused it."
  return { type: name, message: shown, code, constraint, stack: where }
}

/** Serializers for the parts of a log line. */
export const serializers = { req: loggedRequest, err: loggedError }
