import { useEffect, useRef, useState } from "react"

/** Shows the page of the customer's bank, and waits until they return from it or leave it. */
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
    /** Undefined while no page is shown. */
    address,
    /** Resolves with true when the bank's page has led back, and with false when it is left. */
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
