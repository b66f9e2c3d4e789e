import { useEffect, useRef, useState } from "react"
import { chunk, Part } from "#web/app/chunk.tsx"
import { showStepUpWith } from "./ask-step-up.ts"

const stepUpDialog = chunk(() => import("./step-up-dialog.tsx"))

/** Opens the step-up dialog when a call needs it. Part of every signed-in screen. */
export function StepUpWatch() {
  const [open, setOpen] = useState(false)
  // Stays true after the first request, so that the dialog can fade out when it closes.
  const [asked, setAsked] = useState(false)
  const answer = useRef<(isGiven: boolean) => void>(undefined)

  useEffect(() => {
    const takeBack = showStepUpWith((settle) => {
      answer.current = settle
      const begin = () => {
        setAsked(true)
        setOpen(true)
      }
      stepUpDialog.preload().then(begin, begin)
    })
    return () => {
      takeBack()
      // The session has ended, so the change cannot be made.
      answer.current?.(false)
    }
  }, [])

  function settle(isGiven: boolean) {
    setOpen(false)
    answer.current?.(isGiven)
  }
  if (!asked) return null
  return <Part chunk={stepUpDialog} props={{ open, onDone: settle }} />
}
