import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { BilledProduct, StaffCorrection } from "#contracts/staff/corrections.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useHasRole } from "../roles.ts"
import styles from "../staff.module.css"
import { CorrectionDialog } from "./correction-dialog.tsx"
import type { ChosenCorrection } from "./correction-effect.ts"
import * as texts from "./texts.ts"

interface BillsProps {
  client: string
  accountNumber: string
  /** Called after each credit and write-off. */
  onCorrection: () => void
}

/** The open bills of a customer's products, with their credits and write-offs. */
export function Bills({ client, accountNumber, onCorrection }: BillsProps) {
  const [chosen, setChosen] = useState<ChosenCorrection | null>(null)
  const queries = useQueryClient()
  const key = ["staff-bills", client, accountNumber]
  const { data, failed, busy, tryAgain } = useLoaded(key, (signal) =>
    call("GET /myaccount-core/agent/bills", undefined, {
      query: { client, accountNumber },
      signal,
    }),
  )

  async function done() {
    setChosen(null)
    await queries.invalidateQueries({ queryKey: key })
    onCorrection()
  }

  return (
    <>
      <h3>{texts.bills}</h3>
      {failed && <LoadFailed text={texts.billsFailed} busy={busy} onRetry={tryAgain} />}
      {!data && !failed && <p role="status">{texts.loadingBills}</p>}
      <ul className={styles.cards}>
        {data?.products.map((product) => (
          <li key={product.policyNumber}>
            <ProductCard product={product} onChoose={(bill) => setChosen({ product, bill })} />
          </li>
        ))}
      </ul>
      {data && (
        <CorrectionDialog
          chosen={chosen}
          client={client}
          accountNumber={accountNumber}
          approvalAbove={data.approvalAbove}
          onDone={() => void done()}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

interface ProductCardProps {
  product: BilledProduct
  onChoose: (bill: ChosenCorrection["bill"]) => void
}

function ProductCard({ product, onChoose }: ProductCardProps) {
  const mayCorrect = useHasRole("money")
  const { productDesc, policyNumber, bills, corrections } = product
  return (
    <Card className={styles.card}>
      <h4>{texts.productOf(productDesc, policyNumber)}</h4>
      {bills.length === 0 && <p className={styles.soft}>{texts.noBills}</p>}
      <ul className={styles.bills}>
        {bills.map((bill) => (
          <li key={bill.billNumber}>
            <p className={styles.whose}>
              <strong>
                {moneyText(bill.owed)}, {texts.dueOn(bill.dueDate)}
              </strong>
              <span className={styles.soft}>{texts.period(bill.periodFrom, bill.periodTo)}</span>
            </p>
            {mayCorrect && bill.mostToWriteOff !== "0.00" && (
              <Button look="secondary" onClick={() => onChoose(bill)}>
                {texts.writeOff}
                <VisuallyHidden>{texts.ofBill(bill.dueDate, productDesc)}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {corrections.length > 0 && (
        <div>
          <h5 className={styles.soft}>{texts.correctionsTitle}</h5>
          <ul className={styles.comments}>
            {corrections.map((one) => (
              <li key={one.id} className={styles.long}>
                {correctionText(one)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {mayCorrect && product.mostToCredit !== "0.00" && (
        <div>
          <Button look="secondary" onClick={() => onChoose(null)}>
            {texts.giveCredit}
            <VisuallyHidden>{texts.forProduct(productDesc)}</VisuallyHidden>
          </Button>
        </div>
      )}
    </Card>
  )
}

/** One line, such as "Credit $10.00, Posted, 03/15/2026, requested by agent.osei, Goodwill". */
function correctionText(one: StaffCorrection): string {
  const { kind, amount, postedAmount, billDueDate, decidedBy } = one
  const isLess = postedAmount !== "" && postedAmount !== amount && one.status === "posted"
  const parts = [
    `${texts.kinds[kind]} ${moneyText(amount)}`,
    ...(billDueDate === "" ? [] : [texts.dueOn(billDueDate)]),
    one.statusLabel,
    ...(isLess ? [texts.postedOnly(moneyText(postedAmount))] : []),
    one.date,
    texts.requestedBy(one.requestedBy),
    ...(decidedBy === "" ? [] : [texts.decidedBy(decidedBy)]),
    one.reason,
  ]
  return parts.join(", ")
}
