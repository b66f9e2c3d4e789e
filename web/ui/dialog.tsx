import { X } from "lucide"
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { classNames } from "./class-names.ts"
import styles from "./dialog.module.css"
import { addDialogEntry } from "./dialog-history.ts"
import { focusAgain } from "./focus/focus-again.ts"
import { keepFocus } from "./focus/keep-focus.ts"
import { stickyBottom, stickyTop } from "./focus/sticky-edge.ts"
import { Icon } from "./icon.tsx"

interface DialogProps {
  open: boolean
  title: string
  /** Called on Close, Esc or the browser's Back. The owner responds by setting `open`. */
  onClose: () => void
  /** Centered, or a panel along the right edge. */
  place?: "middle" | "side"
  /** False if the person must choose: there is no Close button, and Esc does nothing. */
  closable?: boolean
  /** Whether its owner reopens it after a reload. */
  reopens?: boolean
  /** Whether Back leaves the screen too, so that the dialog has no history entry. */
  endsScreen?: boolean
  children: ReactNode
}

/**
 * A modal dialog. Its content is mounted while it is open, so closing it discards the input. A
 * click outside does nothing.
 */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, place = "middle", closable = true, reopens, children } = props
  const { endsScreen = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  // The content stays until it has faded out, which is immediate with reduced motion.
  const [kept, setKept] = useState(false)

  const onBack = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || endsScreen) return
    const leave = addDialogEntry(() => onBack(), reopens)
    return () => void leave()
  }, [open, endsScreen, reopens])

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    dialog.showModal()
    firstPlace(dialog)?.focus()
    const stopKeeping = keepFocus(dialog)
    setKept(true)
    return () => {
      stopKeeping?.()
      aside.delete(dialog)
      dialog.close()
      // If the control that opened the dialog is gone, the browser cannot return the focus to it.
      focusAgain()
      const transitions = dialog.getAnimations().map((animation) => animation.finished)
      void Promise.allSettled(transitions).then(() => {
        if (!dialog.open) setKept(false)
      })
    }
  }, [open])

  return (
    <dialog
      ref={ref}
      className={classNames(styles.dialog, styles[place])}
      aria-labelledby={headingId}
      data-ends-screen={endsScreen || undefined}
      closedby={closable ? undefined : "none"}
      // For browsers without `closedby`.
      onCancel={(event) => closable || event.preventDefault()}
      // Strict mode closes and reopens it, so the close event arrives while it is open.
      onClose={({ currentTarget: { open: isOpen }, currentTarget }) =>
        open && !isOpen && !aside.has(currentTarget) && onClose()
      }
    >
      {(open || kept) && (
        <>
          <div className={styles.top} ref={stickyTop}>
            <h2 id={headingId} tabIndex={-1}>
              {title}
            </h2>
            {closable && (
              <button className={styles.close} type="button" onClick={onClose}>
                <Icon of={X} size={22} />
                <span>Close</span>
              </button>
            )}
          </div>
          <div className={styles.content}>{children}</div>
        </>
      )}
    </dialog>
  )
}

/** Open dialogs that are closed for a moment, which their owners do not learn. */
const aside = new WeakSet<HTMLDialogElement>()

/**
 * Closes the open dialogs while `work` shows a window of other software, which they would cover and
 * make inert. Then opens them again with their content, scroll position and focus.
 */
export async function stepAside<Result>(work: () => Promise<Result>): Promise<Result> {
  const { activeElement: focused } = document
  const opened = [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")].map(
    (dialog) => ({ dialog, top: dialog.scrollTop }),
  )
  for (const { dialog } of opened) {
    aside.add(dialog)
    dialog.close()
  }
  try {
    return await work()
  } finally {
    for (const { dialog, top } of opened) {
      // Its owner has closed it meanwhile.
      if (!aside.delete(dialog)) continue
      dialog.showModal()
      dialog.scrollTop = top
    }
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

interface DialogActionsProps {
  /** A sentence above the buttons. With it, "" included, they stay in view while the rest scrolls. */
  summary?: string
  children: ReactNode
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ summary, children }: DialogActionsProps) {
  if (summary === undefined) return <div className={styles.actions}>{children}</div>
  return (
    <div className={styles.bottom} ref={stickyBottom}>
      {summary && <p className={styles.summary}>{summary}</p>}
      <div className={styles.row}>{children}</div>
    </div>
  )
}

function firstPlace(dialog: HTMLDialogElement): HTMLElement | null {
  const field = dialog.querySelector<HTMLElement>("input:enabled, select:enabled, textarea:enabled")
  return field ?? dialog.querySelector("h2")
}
