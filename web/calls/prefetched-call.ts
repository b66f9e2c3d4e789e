/** A call that the page sent before the application loaded; see server/page/session-script.ts. */
interface PrefetchedCall {
  path: string
  body: string
  authorization: string
  reply: Promise<Response>
}

/** Milliseconds after the start of the page load. Later, its reply is too old. */
const freshFor = 15_000

/** The reply to this call if the page has already sent it; otherwise undefined. */
export function takePrefetchedReply(
  path: string,
  request: RequestInit,
): Promise<Response> | undefined {
  const page = globalThis as { earlyCall?: PrefetchedCall | undefined }
  const early = page.earlyCall
  const { authorization } = (request.headers ?? {}) as Record<string, string>
  if (early?.path !== path || early.body !== request.body) return undefined
  page.earlyCall = undefined
  if (early.authorization !== authorization || performance.now() > freshFor) return undefined
  return untilAborted(early.reply, request.signal)
}

function untilAborted(reply: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason))
    reply.then(resolve, reject)
  })
}
