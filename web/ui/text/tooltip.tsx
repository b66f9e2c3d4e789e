import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react"
import type { Elements } from "../elements.ts"
import styles from "./tooltip.module.css"

/** Milliseconds before the text appears on hover. */
const showDelay = 250
const hideDelay = 150

interface TooltipProps {
  text: string
  /** The control, which gets the id as `aria-describedby`. It must be focusable. */
  children: (describedBy: string) => Elements
}

/**
 * A text about a control, shown on hover and on focus, and hidden by Esc. It overlays the same text
 * below the control, so it covers nothing else. A phone only shows the text below.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function turn(on: boolean) {
    clearTimeout(timer.current)
    timer.current = setTimeout(setShown, on ? showDelay : hideDelay, on)
  }
  // Touch has no hover: a tap focuses the control, or clicks it if it already has the focus.
  const ofMouse = (on: boolean) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") turn(on)
  }
  function leave(event: KeyboardEvent) {
    if (event.key !== "Escape" || !shown) return
    clearTimeout(timer.current)
    setShown(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the control in it
    <span
      className={styles.anchor}
      onPointerEnter={ofMouse(true)}
      onPointerLeave={ofMouse(false)}
      onFocus={() => turn(true)}
      onBlur={() => turn(false)}
      onClick={() => turn(true)}
      onKeyDown={leave}
    >
      {children(id)}
      <span className={styles.tooltip} id={id} role="tooltip" hidden={!shown}>
        {text}
      </span>
    </span>
  )
}
