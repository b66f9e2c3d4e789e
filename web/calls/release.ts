/** The release of this document. */
let own: string | undefined
let answered: string | null = null
let calling = 0

/** Sets the release of this document; undefined with a development server. */
export function startRelease(release: string | undefined): void {
  own = release
}

/** Waits for the reply to a call, and records the release in its header. */
export async function noteReply(reply: Promise<Response>): Promise<Response> {
  calling += 1
  try {
    const response = await reply
    answered = response.headers.get("x-release")
    return response
  } finally {
    calling -= 1
  }
}

/** Whether the server runs another release. If so, the next navigation loads a new document. */
export function isOutdated(): boolean {
  return !!own && !!answered && answered !== own
}

/** Whether a call waits for its reply. */
export function isCalling(): boolean {
  return calling > 0
}
