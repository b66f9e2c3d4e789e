import { type FormEvent, useState } from "react"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { BilledProduct, StaffPayment } from "#contracts/staff/money.ts"
import { Day } from "#web/brands/day.ts"
import { call } from "#web/calls/api.ts"
import { IdleNote } from "#web/identity/session/idle-note.tsx"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { listed, words } from "#web/ui/text/translate.ts"
import { Refusal, wordsOf } from "../refusal.tsx"
import styles from "../staff.module.css"
import { sending } from "../texts.ts"
import { MoneyForm, ReasonField, useMoneyRequest } from "./money-form.tsx"
import * as texts from "./texts.ts"

interface ChosenRefund {
  ask: "refund"
  payment: StaffPayment
}

/** A write-off of a bill, or a credit for a product. */
interface ChosenCorrection {
  ask: "correction"
  product: BilledProduct
  bill: BilledProduct["bills"][number] | null
}

/** A posted credit or write-off, a refund that left its bill paid, or a payment to release. */
interface ChosenReversal {
  ask: "reversal"
  of: "correction" | "refund" | "payment"
  id: string
  kind: keyof typeof texts.reversalEffect
  /** A decimal string. */
  amount: string
}

/** What a staff member chose to request. */
export type ChosenRequest = ChosenRefund | ChosenCorrection | ChosenReversal

interface MoneyDialogProps {
  /** Null while the dialog is closed. */
  chosen: ChosenRequest | null
  client: string
  accountNumber: string
  approvalAbove: string
  onDone: () => void
  onClose: () => void
}
type FormProps<Chosen> = Omit<MoneyDialogProps, "chosen"> & { chosen: Chosen }

/** The dialog for a refund, a credit, a write-off or a reversal. */
export function MoneyDialog({ chosen, ...rest }: MoneyDialogProps) {
  // The title stays while the dialog fades out.
  const [title, setTitle] = useState("")
  const current = chosen ? titleOf(chosen) : title
  if (current !== title) setTitle(current)
  return (
    <Dialog open={chosen !== null} title={title} onClose={rest.onClose}>
      {chosen?.ask === "refund" && <RefundForm chosen={chosen} {...rest} />}
      {chosen?.ask === "correction" && <CorrectionForm chosen={chosen} {...rest} />}
      {chosen?.ask === "reversal" && <ReversalForm chosen={chosen} {...rest} />}
    </Dialog>
  )
}

function titleOf(chosen: ChosenRequest): string {
  if (chosen.ask === "refund") return texts.refundDialog
  if (chosen.ask === "reversal") return texts.reversalDialogs[chosen.of]
  return chosen.bill ? texts.writeOffDialog : texts.creditDialog
}

const choices = [
  { value: "credit", label: texts.creditOption },
  { value: "reopen", label: texts.reopenOption },
]

function RefundForm({ chosen, client, approvalAbove, ...rest }: FormProps<ChosenRefund>) {
  const { payment } = chosen
  const { refundableAmount: left, paymentMethod, confirmationNumber } = payment
  const [choice, setChoice] = useState("")
  const reopens = choice === "reopen"
  const approval = texts.refundNeedsApproval(moneyText(approvalAbove))
  const more = (attempted: boolean) => (
    <>
      <SelectField
        label={texts.afterRefund}
        options={choices}
        placeholder={texts.choose}
        required
        error={attempted && choice === "" ? texts.choiceMissing : undefined}
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      />
      {choice !== "" && (
        <p className={styles.soft}>{reopens ? texts.reopenExplained : texts.creditExplained}</p>
      )}
      {payment.paymentMethodKind === "bank" && <p>{texts.bankRefund}</p>}
      <p className={styles.soft}>{approval}</p>
    </>
  )
  return (
    <MoneyForm
      {...rest}
      about={texts.goesTo(moneyText(payment.paymentAmount), paymentMethod)}
      fact={
        <>
          <span translate="no">{`${payment.productDesc},`}</span>{" "}
          <span translate="no">{`${payment.policyNumber},`}</span> <Day of={payment.paymentDate} />
        </>
      }
      amountLabel={texts.refundAmount}
      amountHint={texts.refundAtMost(moneyText(left))}
      reasonHint={texts.refundReasonHint}
      suggested={left}
      most={left}
      more={more}
      isComplete={choice !== ""}
      approval={approval}
      effectOf={(amount) => ({
        effect: texts.refundEffect(moneyText(amount), paymentMethod),
        details: reopens ? texts.reopened : texts.staysPaid,
        confirm: texts.sendRefund(moneyText(amount)),
      })}
      send={({ amount: refundAmount, reason }) => {
        const body = { customerClient: client, confirmationNumber, refundAmount, reason, reopens }
        return (options) => call("POST /myaccount-core/agent/refunds", body, options)
      }}
    />
  )
}

function CorrectionForm(props: FormProps<ChosenCorrection>) {
  const { chosen, client, accountNumber, approvalAbove, ...rest } = props
  const { product, bill } = chosen
  const { policyNumber, productDesc } = product
  const most = bill?.mostToWriteOff ?? product.mostToCredit
  const confirm = bill ? texts.confirmWriteOff : texts.confirmCredit
  return (
    <MoneyForm
      {...rest}
      about={texts.productOf(productDesc, policyNumber)}
      fact={
        bill
          ? texts.billOwes(<Day of={bill.dueDate} />, moneyText(bill.owed))
          : texts.owes(moneyText(product.owed))
      }
      amountLabel={texts.amountInDollars}
      amountHint={texts.correctionAtMost(moneyText(most))}
      reasonHint={texts.correctionReasonHint}
      suggested={bill?.mostToWriteOff ?? ""}
      most={most}
      approval={texts.correctionNeedsApproval(moneyText(approvalAbove))}
      effectOf={(amount) => {
        const [effect, ...more] = effectOf(chosen, amount)
        const details = listed([...more, words(texts.canBeTakenBack)], " ")
        return { effect, details, confirm: confirm(moneyText(amount)) }
      }}
      send={({ amount, reason }) => {
        const account = { customerClient: client, accountNumber }
        const kind = bill ? ("writeOff" as const) : ("credit" as const)
        const billNumber = bill?.billNumber ?? null
        const body = { ...account, policyNumber, kind, billNumber, amount, reason }
        return (options) => call("POST /myaccount-core/agent/corrections", body, options)
      }}
    />
  )
}

/** Sentences about the effect of a correction. `amount` is a decimal string. */
function effectOf({ product, bill }: ChosenCorrection, amount: string) {
  const { owed, productDesc, policyNumber } = product
  const name = texts.productOf(productDesc, policyNumber)
  const left = centsOf(owed) - centsOf(amount)
  const owesAfter = texts.owesAfter(moneyText(owed), moneyText(decimalOf(Math.max(0, left))))
  const shown = moneyText(amount)
  if (bill) {
    const written = texts.writeOffEffect(shown, <Day of={bill.dueDate} />, name)
    return [written, owesAfter, words(texts.autoPayFollows)]
  }
  const restText = centsOf(owed) > 0 ? texts.restForNextBill : texts.allForNextBill
  return [
    texts.creditEffect(shown, name),
    ...(centsOf(owed) > 0 ? [owesAfter] : []),
    ...(left < 0 ? [restText(moneyText(decimalOf(-left)))] : []),
    words(texts.autoPayFollows),
  ]
}

/** Explains the effect of a reversal, and asks for the reason. */
function ReversalForm({ chosen, approvalAbove, onDone, onClose }: FormProps<ChosenReversal>) {
  const { of, id, kind } = chosen
  const amount = moneyText(chosen.amount)
  const [reason, setReason] = useState("")
  const [attempted, setAttempted] = useState(false)
  const { busy, refusal, renewKey, send } = useMoneyRequest(onDone)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    if (reason.trim() === "") return
    const body = { of, id, reason }
    send((options) => call("POST /myaccount-core/agent/reversals", body, options))
  }

  function changeReason(text: string) {
    setReason(text)
    renewKey()
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>
        <strong>{texts.reversalEffect[kind](amount)}</strong>
      </p>
      <p>{`${of === "payment" ? texts.releaseOnlyIf : texts.owedAgain} ${texts.cannotUndo}`}</p>
      <ReasonField
        value={reason}
        hint={texts.correctionReasonHint}
        attempted={attempted}
        onChange={changeReason}
      />
      {of !== "payment" && (
        <p className={styles.soft}>{texts.correctionNeedsApproval(moneyText(approvalAbove))}</p>
      )}
      <Refusal text={wordsOf(refusal)} />
      <DialogActions>
        <Button type="submit" busy={busy && sending}>
          <span>{texts.confirmReversal[of](amount)}</span>
        </Button>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
      <IdleNote />
    </form>
  )
}
