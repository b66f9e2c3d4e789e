import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { isBefore } from "#contracts/dates.ts"
import type { Planned } from "#web/products/product/planned.ts"

/** Milliseconds until the posting of a payment, which the reply does not wait for, is visible. */
const readAgainAfter = 2_000

/**
 * The last covered day, MM/DD/YYYY, if the account system moved it after the payment; otherwise "".
 * A date is never calculated here.
 */
export function useNewCoverage({ coveredUntil = "" }: Planned, isPaid: boolean): string {
  const queries = useQueryClient()
  const [before, setBefore] = useState("")
  if (!isPaid && coveredUntil !== before) setBefore(coveredUntil)
  const isNew = isPaid && before !== "" && coveredUntil !== "" && isBefore(before, coveredUntil)

  useEffect(() => {
    if (!isPaid || before === "") return
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey: ["nextCharges"] }),
      readAgainAfter,
    )
    return () => clearTimeout(timer)
  }, [isPaid, before, queries])
  return isNew ? coveredUntil : ""
}
