import { createElement, type ReactNode } from "react"
import { type DayText, dayInWords, fullDay } from "#contracts/dates.ts"
import { useInit } from "./init.ts"

/** The client's day as MM/DD/YYYY at the load of the page; "" before it is known. */
export function useToday(): string {
  return useInit().initData?.currentDate ?? ""
}

/** Writes dates in labels that are not elements. */
export function useDayText(): DayText {
  const today = useToday()
  return (shown) => dayInWords(shown, today)
}

interface DayProps {
  /** MM/DD/YYYY, or "". */
  of: string
  /** Always with the year, for lists in which most years are past ones. */
  full?: boolean
  className?: string | undefined
}

/** A date in words; nothing for "". */
export function Day({ of, full, className }: DayProps): ReactNode {
  const dayText = useDayText()
  return of && createElement("time", { className }, full ? fullDay(of) : dayText(of))
}
