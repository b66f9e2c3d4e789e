/** The release of this document. */
let own: string | undefined
let answered: string | null = null
let calling = 0
let isLost = false

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
    isLost = false
    return response
  } catch (error) {
    isLost = !(error instanceof DOMException)
    throw error
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

/** Whether the last call did not reach the server. A stopped call does not count. */
export function isLineLost(): boolean {
  return isLost
}
