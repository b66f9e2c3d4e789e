export const pageSizes = [10, 20, 30, 40, 50] as const

/** The range of a page; `from` and `to` count from 1. */
export interface PageRange {
  from: number
  to: number
  /** Where the adjacent pages begin: absent on the first and last page. */
  previous?: number
  next?: number
  last: number
}

/** The page that contains row `first` (from 0) of `total` rows, with `size` rows per page. */
export function pageRange(total: number, size: number, first: number): PageRange {
  const last = Math.max(0, Math.ceil(total / size) - 1) * size
  const start = Math.min(Math.floor(first / size) * size, last)
  return {
    from: total === 0 ? 0 : start + 1,
    to: Math.min(start + size, total),
    ...(start > 0 && { previous: start - size }),
    ...(start < last && { next: start + size }),
    last,
  }
}
