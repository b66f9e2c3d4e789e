import { useEffect, useRef, useState } from "react"

/** Shows the page of the customer's bank and waits until the customer completes or closes it. */
export function useBankPage() {
  const [address, setAddress] = useState<string>()
  const answer = useRef<(hasReturned: boolean) => void>(undefined)
  useEffect(() => () => answer.current?.(false), [])

  function close(hasReturned: boolean) {
    setAddress(undefined)
    answer.current?.(hasReturned)
    answer.current = undefined
  }

  return {
    /** Undefined while no page is visible. */
    address,
    /**
     * Resolves with true if the bank's page returned to ours, and with false if the customer left
     * it.
     */
    async show(of: string): Promise<boolean> {
      setAddress(of)
      return await new Promise<boolean>((resolve) => {
        answer.current = resolve
      })
    },
    onReturn: () => close(true),
    onLeave: () => close(false),
  }
}
