import { Children, type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Button } from "../button.tsx"
import styles from "./growing-list.module.css"

const step = 5

/** Shows five of its children, and up to five more on each press. It says how many of all are shown. */
export function GrowingList({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const [most, setMost] = useState(step)
  const items = Children.toArray(children)
  const shown = Math.min(most, items.length)

  function showMore() {
    flushSync(() => setMost(most + step))
    // The button may be gone; the focus moves to the first new item.
    const firstNew = list.current?.children[shown]
    firstNew?.querySelector<HTMLElement>("a[href], summary, button")?.focus()
  }

  return (
    <>
      <ul className={styles.list} ref={list} aria-label={label}>
        {items.slice(0, shown)}
      </ul>
      {items.length > step && (
        <p className={styles.count} role="status">
          {`${shown} of ${items.length} shown`}
        </p>
      )}
      {shown < items.length && (
        <Button wide look="secondary" onClick={showMore}>
          Show {step} more
        </Button>
      )}
    </>
  )
}
