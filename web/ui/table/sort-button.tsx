import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide"
import { Icon } from "../icon.tsx"
import styles from "./data-table.module.css"
import type { Sorting } from "./data-table.tsx"

interface SortButtonProps {
  title: string
  sorting: Sorting | undefined
  onSort: (title: string) => void
}

/** The title of a column; it sorts the table by it. */
export function SortButton({ title, sorting, onSort }: SortButtonProps) {
  const icons = { ascending: ArrowUp, descending: ArrowDown }
  const isSorted = sorting?.title === title
  return (
    <button
      className={isSorted ? styles.sorted : styles.sort}
      type="button"
      onClick={() => onSort(title)}
    >
      <span>{title}</span>
      <Icon of={isSorted ? icons[sorting.direction] : ArrowUpDown} size={16} />
    </button>
  )
}
