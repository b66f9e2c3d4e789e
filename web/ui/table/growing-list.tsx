import { Children, type ReactNode, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Button } from "../button.tsx"
import styles from "./growing-list.module.css"

const step = 5

interface GrowingListProps {
  label: string
  /** The initial number of visible items. */
  first?: number
  /** The minimum number of visible items. */
  least?: number
  children: ReactNode
}

/**
 * A list that shows some of its children, and up to five more per press. It states how many of them
 * are visible.
 */
export function GrowingList({ label, first = step, least = 0, children }: GrowingListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [most, setMost] = useState(first)
  const items = Children.toArray(children)
  const shown = Math.min(Math.max(most, least), items.length)

  function showMore() {
    flushSync(() => setMost(shown + step))
    // The button may have been removed. The focus moves to the first new item.
    const firstNew = list.current?.children[shown]
    firstNew?.querySelector<HTMLElement>("a[href], summary, button")?.focus()
  }

  return (
    <>
      <ul className={styles.list} ref={list} aria-label={label}>
        {items.slice(0, shown)}
      </ul>
      {items.length > first && (
        <p className={styles.count} role="status">
          {`${shown} of ${items.length} shown`}
        </p>
      )}
      {shown < items.length && (
        <Button wide look="secondary" onClick={showMore}>{`Show ${step} more`}</Button>
      )}
    </>
  )
}
