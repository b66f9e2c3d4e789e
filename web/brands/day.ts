import { createElement, type ReactNode } from "react"
import { type DayText, dayInWords } from "#contracts/dates.ts"
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

/** A date in words; nothing for "". `of` is MM/DD/YYYY. */
export function Day({ of, className }: { of: string; className?: string | undefined }): ReactNode {
  const dayText = useDayText()
  return of && createElement("time", { className }, dayText(of))
}
