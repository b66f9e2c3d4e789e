import { securityCodeLength } from "#contracts/payments/payment-method-rules.ts"
import { isZip, zipInvalidText } from "#contracts/profile/contact-rules.ts"
import { isBlank } from "#contracts/required-field.ts"
import * as texts from "../texts.ts"
import type { DraftField, MethodDraft } from "./method-draft.ts"

type Problems = Partial<Record<DraftField, string>>

const ofBoth: DraftField[] = ["holder", "addressLine1", "city", "state", "zip"]
const ofCard: DraftField[] = ["cardType", "number", "month", "year"]
const ofBank: DraftField[] = ["routing", "account"]
const ofNewCard: DraftField[] = ["code"]
const ofNewBank: DraftField[] = ["routingAgain", "accountAgain"]

/** The errors of blank required fields, which name the value to enter. */
function missingIn(draft: MethodDraft, isNew: boolean): Problems {
  const isTyped = draft.bankEntry === "typed"
  const needed =
    draft.kind === "card"
      ? [...ofCard, ...(isNew ? ofNewCard : [])]
      : isTyped
        ? [...ofBank, ...(isNew ? ofNewBank : [])]
        : []
  const blank = [...ofBoth, ...needed].filter((field) => isBlank(String(draft[field])))
  return Object.fromEntries(blank.map((field) => [field, enterText(field, draft)]))
}

function enterText(field: DraftField, { kind }: MethodDraft): string {
  if (field === "holder" && kind === "bank") return texts.enterAccountHolder
  const enter: Partial<Record<DraftField, string>> = texts.enter
  return enter[field] ?? ""
}

/**
 * The errors that the browser can find without the gateway. `today` is the client's business day,
 * "MM/DD/YYYY", if it is loaded.
 */
export function problemsIn(draft: MethodDraft, isNew: boolean, today?: string): Problems {
  const missing = missingIn(draft, isNew)
  const problems: Problems = {}
  const isToConnect = draft.kind === "bank" && draft.bankEntry === "instant"
  if (isToConnect && !draft.connected) problems.connected = texts.chooseAccountAtBank
  if (!isZip(draft.zip)) problems.zip = zipInvalidText
  if (draft.kind === "card") {
    const digits = securityCodeLength(draft.cardType)
    if (isNew && draft.code.length !== digits) problems.code = texts.codeLength(digits)
    if (today && isOver(draft, today)) problems.month = texts.thisDateHasPassed
  }
  return { ...problems, ...missing }
}

/** Whether the card has expired by this day. */
function isOver({ month, year }: MethodDraft, today: string): boolean {
  return year !== "" && `${year}${month}` < `${today.slice(6)}${today.slice(0, 2)}`
}
