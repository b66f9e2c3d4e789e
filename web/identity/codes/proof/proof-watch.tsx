import { Suspense, useEffect, useRef, useState } from "react"
import { chunk, Show } from "#web/app/chunk.tsx"
import { showProofWith } from "./ask.ts"

const proofDialog = chunk(() => import("./proof-dialog.tsx"))

/** Stands beside every screen of a signed-in person, and opens the dialog when a call needs proof. */
export function ProofWatch() {
  const [open, setOpen] = useState(false)
  // Stays from the first time on, so that the dialog fades when it closes.
  const [asked, setAsked] = useState(false)
  const answer = useRef<(isGiven: boolean) => void>(undefined)

  useEffect(() => {
    const takeBack = showProofWith((settle) => {
      answer.current = settle
      const begin = () => {
        setAsked(true)
        setOpen(true)
      }
      proofDialog.preload().then(begin, begin)
    })
    return () => {
      takeBack()
      // The session has ended, and with it what was to be changed.
      answer.current?.(false)
    }
  }, [])

  function settle(isGiven: boolean) {
    setOpen(false)
    answer.current?.(isGiven)
  }
  if (!asked) return null
  return (
    <Suspense>
      <Show chunk={proofDialog} props={{ open, onDone: settle }} />
    </Suspense>
  )
}
