import { useEffect, useState } from "react"
import { connectivityText } from "#contracts/connectivity.ts"
import { call } from "#web/calls/api.ts"

export type Availability =
  | { state: "checking" }
  | { state: "available" }
  | { state: "away"; content: string[] }

/**
 * Whether the account system is available. If not, logging in is impossible, and this polls until
 * it is back.
 */
export function useAvailability(): { availability: Availability; checkAgain: () => void } {
  const [availability, setAvailability] = useState<Availability>({ state: "checking" })
  const [check, setCheck] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each check asks once more
  useEffect(() => {
    const leaving = new AbortController()
    void askAvailability(leaving.signal).then((answer) => {
      if (!leaving.signal.aborted) setAvailability(answer)
    })
    return () => leaving.abort()
  }, [check])

  useEffect(() => {
    if (availability.state !== "away") return
    // In a separate file, because most logins need only one reply.
    const asking = import("./ask-again.ts").then((it) =>
      it.askAgain(askAvailability, setAvailability),
    )
    return () => void asking.then((stop) => stop())
  }, [availability.state])

  function checkAgain() {
    setAvailability({ state: "checking" })
    setCheck(check + 1)
  }
  return { availability, checkAgain }
}

async function askAvailability(signal: AbortSignal): Promise<Availability> {
  const ask = call("POST /myaccount-core/availability", {}, { signal })
  const reply = await ask.catch(() => undefined)
  if (reply?.insproAvailableInd === "Y") return { state: "available" }
  const content = reply?.messages.flatMap((message) => message.content)
  return { state: "away", content: content?.length ? content : [connectivityText] }
}
