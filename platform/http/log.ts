/** A request in the log: never its address, which can hold a token, nor its body or headers. */
function loggedRequest(request: { method: string; routeOptions?: { url?: string } }) {
  return { method: request.method, route: request.routeOptions?.url }
}

/**
 * An error in the log. A database's own tells its kind and place alone: its words and its other
 * fields quote what was sent.
 */
function loggedError(error: Error & { code?: string; severity?: string; constraint?: string }) {
  const { name, message, code, severity, constraint, stack = "" } = error
  if (severity === undefined) return { type: name, message, code, stack }
  const where = stack.slice(stack.indexOf("\n    at ") + 1)
  return { type: name, message: "The database refused it.", code, constraint, stack: where }
}

/** How the parts of a log line are written. */
export const serializers = { req: loggedRequest, err: loggedError }
