import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { BilledProduct, StaffCorrection } from "#contracts/staff/money.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { Day } from "#web/brands/day.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { Alert } from "#web/ui/alert.tsx"
import { Card } from "#web/ui/card.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { kept, listed, words } from "#web/ui/text/translate.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useHasRole } from "../roles.ts"
import styles from "../staff.module.css"
import { type ChosenRequest, MoneyDialog } from "./money-dialog.tsx"
import * as texts from "./texts.ts"

interface BillsProps {
  client: string
  accountNumber: string
  /** Called after each credit, write-off and reversal. */
  onCorrection: () => void
}

/** The open bills of a customer's products, with their credits and write-offs. */
export function Bills({ client, accountNumber, onCorrection }: BillsProps) {
  const [chosen, setChosen] = useState<ChosenRequest | null>(null)
  const queries = useQueryClient()
  const key = ["staff-bills", client, accountNumber]
  const { data, failed, busy, tryAgain } = useLoaded(
    key,
    (signal) =>
      call("GET /myaccount-core/agent/bills", undefined, {
        query: { client, accountNumber },
        signal,
      }),
    texts.billsFailed,
  )

  async function done() {
    setChosen(null)
    await queries.invalidateQueries({ queryKey: key })
    onCorrection()
  }

  return (
    <>
      <h3>{texts.bills}</h3>
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {!data && !failed && <p role="status">{texts.loadingBills}</p>}
      <ul className={styles.cards}>
        {data?.products.map((product) => (
          <li key={product.policyNumber}>
            <ProductCard product={product} onChoose={setChosen} />
          </li>
        ))}
      </ul>
      {data && (
        <MoneyDialog
          {...{ chosen, client, accountNumber }}
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
  onChoose: (request: ChosenRequest) => void
}

function ProductCard({ product, onChoose }: ProductCardProps) {
  const mayCorrect = useHasRole("money")
  const { productDesc, policyNumber, bills, corrections } = product
  return (
    <Card className={styles.card}>
      <h4>{texts.productOf(productDesc, policyNumber)}</h4>
      <AutoPay autoPay={product.autoPay} />
      {bills.length === 0 && <p className={styles.soft}>{texts.noBills}</p>}
      {product.creditLeft !== "0.00" && <p>{texts.creditLeft(moneyText(product.creditLeft))}</p>}
      <ul className={styles.bills}>
        {bills.map((bill) => (
          <li key={bill.billNumber}>
            <p className={styles.whose}>
              <strong>{kept`${moneyText(bill.owed)}, ${texts.dueOn(<Day of={bill.dueDate} />)}`}</strong>
              <span className={styles.soft}>
                {texts.period(
                  <Day of={bill.periodFrom} />,
                  bill.periodTo && <Day of={bill.periodTo} />,
                )}
              </span>
            </p>
            {mayCorrect && bill.mostToWriteOff !== "0.00" && (
              <ChangeButton
                look="secondary"
                onClick={() => onChoose({ ask: "correction", product, bill })}
              >
                {texts.writeOff}
                <VisuallyHidden>
                  {texts.ofBill(<Day of={bill.dueDate} />, productDesc)}
                </VisuallyHidden>
              </ChangeButton>
            )}
          </li>
        ))}
      </ul>
      {product.contradictions.map(({ paymentId, confirmationNumber, amount }) => (
        <div key={paymentId}>
          <p>{texts.contradiction(confirmationNumber, moneyText(amount))}</p>
          {mayCorrect && (
            <ChangeButton
              look="secondary"
              onClick={() =>
                onChoose({ ask: "reversal", of: "payment", id: paymentId, kind: "payment", amount })
              }
            >
              {texts.release}
              <VisuallyHidden>{texts.releaseOf(confirmationNumber)}</VisuallyHidden>
            </ChangeButton>
          )}
        </div>
      ))}
      <CorrectionsList corrections={corrections} onChoose={onChoose} />
      {mayCorrect && product.mostToCredit !== "0.00" && (
        <div>
          <ChangeButton
            look="secondary"
            onClick={() => onChoose({ ask: "correction", product, bill: null })}
          >
            {texts.giveCredit}
            <VisuallyHidden>{texts.forProduct(productDesc)}</VisuallyHidden>
          </ChangeButton>
        </div>
      )}
    </Card>
  )
}

/** A product's auto pay: the notice to the customer, the next charge, and skipped charges. */
function AutoPay({ autoPay }: Pick<BilledProduct, "autoPay">) {
  const { paymentMethod, noticeTitle, noticeTone, noticeContent } = autoPay
  const { nextCharge, skippedCharges } = autoPay
  const lines = [
    paymentMethod && texts.onAutoPay(paymentMethod),
    nextCharge && texts.nextCharge(moneyText(nextCharge.amount), <Day of={nextCharge.date} />),
    paymentMethod && !nextCharge && words(texts.noNextCharge),
    skippedCharges.length > 0 &&
      texts.skipped(skippedCharges.map((day) => <Day key={day} of={day} />)),
  ].filter(Boolean)
  return (
    <>
      {noticeTitle && (
        <div className={styles.intro}>
          <p className={styles.soft}>{texts.customerReads}</p>
          <Alert tone={noticeTone} content={[noticeTitle, ...noticeContent]} />
        </div>
      )}
      {lines.length > 0 && <p className={styles.soft}>{listed(lines, " ")}</p>}
    </>
  )
}

interface CorrectionsListProps {
  corrections: readonly StaffCorrection[]
  onChoose: (request: ChosenRequest) => void
}

/** The credits, write-offs and reversals of a product. Staff can reverse those that are posted. */
function CorrectionsList({ corrections, onChoose }: CorrectionsListProps) {
  const mayReverse = useHasRole("money")
  if (corrections.length === 0) return null
  return (
    <div>
      <h5 className={styles.soft}>{texts.correctionsTitle}</h5>
      <ul className={styles.comments}>
        {corrections.map((one) => (
          <li key={one.id} className={styles.long}>
            <span>{correctionText(one)}</span>{" "}
            {mayReverse && one.isReversible && (
              <ChangeButton look="quiet" onClick={() => onChoose(reversalOf(one))}>
                {texts.takeBack}
                <VisuallyHidden>
                  {texts.takeBackOf(texts.nameOf[one.kind](moneyText(one.postedAmount)))}
                </VisuallyHidden>
              </ChangeButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function reversalOf({ id, kind, postedAmount }: StaffCorrection): ChosenRequest {
  const reversed = kind === "writeOff" ? kind : "credit"
  return { ask: "reversal", of: "correction", id, kind: reversed, amount: postedAmount }
}

/** One line, such as "Credit $10.00, Posted, Sun, Mar 15, requested by agent.osei, Goodwill". */
function correctionText(one: StaffCorrection) {
  const { kind, amount, postedAmount, billDueDate, decidedBy, reversedLabel } = one
  const isLess = postedAmount !== "" && postedAmount !== amount && one.status === "posted"
  return listed([
    kept`${words(texts.kinds[kind])} ${moneyText(amount)}`,
    ...(billDueDate === "" ? [] : [texts.dueOn(<Day of={billDueDate} />)]),
    ...(reversedLabel === "" ? [] : [words(texts.ofKind(reversedLabel))]),
    words(one.statusLabel),
    ...(isLess ? [texts.postedOnly(moneyText(postedAmount))] : []),
    <Day key="date" of={one.date} />,
    texts.requestedBy(one.requestedBy),
    ...(decidedBy === "" ? [] : [texts.decidedBy(decidedBy)]),
    words(one.reason),
  ])
}
