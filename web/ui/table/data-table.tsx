import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide"
import { type ReactNode, useState } from "react"
import { Icon } from "../icon.tsx"
import { translateOf } from "../text/translate.ts"
import { VisuallyHidden } from "../text/visually-hidden.tsx"
import styles from "./data-table.module.css"
import { type Direction, sorted } from "./sort.ts"

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** The sort value of a row. Without it, the column is not sortable. */
  sortBy?: (row: Row) => string | number
  /** Aligns amounts by their cents. */
  alignEnd?: boolean
}

export interface Sorting {
  title: string
  direction: Direction
}

/** The rows in the chosen order; in the original order until one is chosen. */
export function useSorting<Row>(rows: readonly Row[], columns: readonly Column<Row>[]) {
  const [sorting, setSorting] = useState<Sorting>()
  const by = columns.find(({ title }) => title === sorting?.title)?.sortBy
  return {
    rows: by && sorting ? sorted(rows, by, sorting.direction) : rows,
    sorting,
    /** Sorts by this column, or reverses the order if this column already sorts the table. */
    sortBy(title: string) {
      const isTurned = sorting?.title === title && sorting.direction === "ascending"
      setSorting({ title, direction: isTurned ? "descending" : "ascending" })
    },
  }
}

interface DataTableProps<Row> {
  /** The table's caption for screen readers. */
  caption: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  /** A second line of each row, as wide as the table. */
  detailsOf?: (row: Row) => ReactNode
  sorting?: Sorting | undefined
  /** If absent, no column is sortable. */
  onSort?: (title: string) => void
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, detailsOf, sorting, onSort } = props
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>
            <span>{caption}</span>
            {onSort && <span>. The buttons in the column headers sort it.</span>}
          </VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ title, alignEnd, sortBy }) => (
              <th
                key={title}
                scope="col"
                className={alignEnd ? styles.end : undefined}
                aria-sort={sorting?.title === title ? sorting.direction : undefined}
              >
                {onSort && sortBy ? (
                  <SortButton title={title} sorting={sorting} onSort={onSort} />
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        {detailsOf ? (
          rows.map((row, index) => (
            <tbody key={keyOf(row, index)}>
              <Cells {...{ row, columns }} className={styles.opened} />
              <tr className={styles.details}>
                <td colSpan={columns.length}>{detailsOf(row)}</td>
              </tr>
            </tbody>
          ))
        ) : (
          <tbody>
            {rows.map((row, index) => (
              <Cells key={keyOf(row, index)} {...{ row, columns }} />
            ))}
          </tbody>
        )}
      </table>
      {onSort && (
        <VisuallyHidden>
          <span role="status">
            {sorting && `${caption}: sorted by ${sorting.title}, ${sorting.direction}`}
          </span>
        </VisuallyHidden>
      )}
    </div>
  )
}

interface CellsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  className?: string | undefined
}

function Cells<Row>({ row, columns: [head, ...rest], className }: CellsProps<Row>) {
  const name = head?.cell(row)
  return (
    <tr className={className}>
      <th scope="row" translate={translateOf(name)}>
        {name}
      </th>
      {rest.map(({ title, cell, alignEnd }) => {
        const value = cell(row)
        return (
          <td
            key={title}
            className={alignEnd ? styles.end : undefined}
            translate={translateOf(value)}
          >
            {value}
          </td>
        )
      })}
    </tr>
  )
}

interface SortButtonProps {
  title: string
  sorting: Sorting | undefined
  onSort: (title: string) => void
}

/** The title of a sortable column. */
function SortButton({ title, sorting, onSort }: SortButtonProps) {
  const icons = { ascending: ArrowUp, descending: ArrowDown }
  const isSorted = sorting?.title === title
  // The arrow stays with the last word.
  const last = title.lastIndexOf(" ") + 1
  return (
    <button
      className={isSorted ? styles.sorted : styles.sort}
      type="button"
      onClick={() => onSort(title)}
    >
      <span>
        <span>{title.slice(0, last)}</span>
        <span className={styles.last}>
          <span>{title.slice(last)}</span>
          <Icon of={isSorted ? icons[sorting.direction] : ArrowUpDown} size={16} />
        </span>
      </span>
    </button>
  )
}
