import { useEffect, useState } from "react"
import { CallError, call } from "#web/calls/api.ts"
import { takeTicket } from "../reset-ticket.ts"

type ResetLink =
  | { state: "checking" }
  | { state: "live"; ticket: string; client: string; username: string }
  /** Used, expired or unknown. */
  | { state: "dead"; lines: readonly string[] }
  /** The tab no longer has the secret of the link, such as after another person has logged in. */
  | { state: "forgotten" }

/** The emailed link of this page; undefined before it is read. */
export function useResetLink(): ResetLink | undefined {
  const [link, setLink] = useState<ResetLink>()

  useEffect(() => {
    const ticket = takeTicket()
    setLink({ state: ticket ? "checking" : "forgotten" })
    if (ticket) void checkedOnce(ticket).then(setLink)
  }, [])

  return link
}

let asked: { ticket: string; link: Promise<ResetLink> } | undefined

/** The screen appears again once the ticket has left the address: the reply is that of the first call. */
function checkedOnce(ticket: string): Promise<ResetLink> {
  if (asked?.ticket !== ticket) {
    const link = checked(ticket).finally(() => {
      asked = undefined
    })
    asked = { ticket, link }
  }
  return asked.link
}

/** A check without an answer leaves the form open: sending it tells what is wrong. */
async function checked(ticket: string): Promise<ResetLink> {
  try {
    const { client, username } = await call("POST /appauth/resetPassword/ticket", { ticket })
    return { state: "live", ticket, client, username }
  } catch (error) {
    if (error instanceof CallError && error.status === 404) {
      return { state: "dead", lines: error.messages.flatMap(({ content }) => content) }
    }
    return { state: "live", ticket, client: "", username: "" }
  }
}
