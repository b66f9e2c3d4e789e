import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type IconNode } from "lucide"
import { useId, useState } from "react"
import { Icon } from "../icon.tsx"
import styles from "./pager.module.css"
import { type PageRange, pageRange, pageSizes } from "./paging.ts"

/** Tables with at most this many rows have a single page. */
const fewestRows = 10

/** The current page of the rows. */
export function usePaging<Row>(rows: readonly Row[]) {
  const [size, setSize] = useState<number>(pageSizes[0])
  const [first, setFirst] = useState(0)
  const range = pageRange(rows.length, size, first)
  return {
    rows: rows.slice(Math.max(0, range.from - 1), range.to),
    total: rows.length,
    size,
    setSize,
    range,
    goTo: setFirst,
  }
}

interface PagerProps {
  /** The name of the list, such as "Inactive Products". */
  label: string
  paging: Omit<ReturnType<typeof usePaging>, "rows">
}

/** Buttons to turn the pages of a table; renders nothing for a short table. */
export function Pager({ label, paging }: PagerProps) {
  const { total, size, setSize, range, goTo } = paging
  const id = useId()
  if (total < fewestRows) return null
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <span className={styles.size}>
        <label htmlFor={id}>Rows per page</label>
        <select id={id} value={size} onChange={(event) => setSize(Number(event.target.value))}>
          {pageSizes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </span>
      <span role="status">{`${range.from}-${range.to} of ${total}`}</span>
      <span className={styles.turns}>
        {turnsOf(range).map(({ name, icon, to }) => (
          // A button that cannot turn the page stays focusable, unlike a disabled one.
          <button
            key={name}
            className={styles.turn}
            type="button"
            aria-label={name}
            aria-disabled={to === undefined}
            onClick={() => to !== undefined && goTo(to)}
          >
            <Icon of={icon} size={22} />
          </button>
        ))}
      </span>
    </nav>
  )
}

interface Turn {
  name: string
  icon: IconNode
  to: number | undefined
}

function turnsOf({ previous, next, last }: PageRange): Turn[] {
  return [
    { name: "First page", icon: ChevronFirst, to: previous === undefined ? undefined : 0 },
    { name: "Previous page", icon: ChevronLeft, to: previous },
    { name: "Next page", icon: ChevronRight, to: next },
    { name: "Last page", icon: ChevronLast, to: next === undefined ? undefined : last },
  ]
}
