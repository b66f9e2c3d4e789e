import { dayInWords } from "#contracts/dates.ts"
import { centsOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { sortableDate } from "#web/ui/table/sort.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"

/** Sentences with the total amount owed and its due dates, past due first. */
export function owedSentences(dashboard: Dashboard): string[] {
  const { totalDue, totalPastDue } = dashboard
  if (centsOf(totalDue) === 0) return [texts.nothingIsDueNow]
  const toPay = texts.toPay(moneyText(totalDue))
  if (totalPastDue === totalDue) return [toPay, texts.allPastDue]
  if (centsOf(totalPastDue) === 0) return [toPay, byWhen(dashboard, false)]
  return [toPay, texts.pastDuePart(moneyText(totalPastDue)), byWhen(dashboard, true)]
}

/**
 * A sentence with the amounts that auto pay and a combined bill pay in addition; "" if there are
 * none.
 */
export function paidOtherwise({ totalDue, totalByAutoPay, totalCombined }: Dashboard): string {
  const [autoPay, combined] = [totalByAutoPay, totalCombined].map((sum) =>
    centsOf(sum) === 0 ? "" : moneyText(sum),
  )
  return texts.paidOtherwise(autoPay ?? "", combined ?? "", centsOf(totalDue) > 0)
}

/** The first and the last due date of the amounts owed, except past due ones. */
function byWhen({ paymentsDue, currentDate }: Dashboard, isRest: boolean): string {
  const days = paymentsDue
    .flatMap(({ dueAmounts }) => dueAmounts)
    .filter(({ isPastDue, isByAutoPay }) => isPastDue === "N" && isByAutoPay === "N")
    .map(({ dueDate }) => dueDate)
    .sort((one, other) => sortableDate(one).localeCompare(sortableDate(other)))
  const [first, last] = [days[0], days.at(-1)].map((day) => day && dayInWords(day, currentDate))
  if (!first || !last) return ""
  const when = first === last ? texts.dueBy(first) : texts.dueBetween(first, last)
  return isRest ? texts.restIs(when) : texts.itIs(when)
}
