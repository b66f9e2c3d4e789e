/** The release that this document belongs to. */
let own: string | undefined
let answered: string | null = null
let calling = 0

/** Notes the release of this document; undefined with a development server. */
export function startRelease(release: string | undefined): void {
  own = release
}

/** Waits for the reply to a call, and notes the release that it names. */
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

/** Whether the server has a release other than ours: the next navigation loads the document again. */
export function isOutdated(): boolean {
  return !!own && !!answered && answered !== own
}

/** Whether a call waits for its reply. */
export function isCalling(): boolean {
  return calling > 0
}
