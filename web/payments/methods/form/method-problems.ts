import type { CardType } from "#contracts/payments/payment-method-rules.ts"
import { isZip, zipInvalidText } from "#contracts/profile/contact-rules.ts"
import { isBlank } from "#contracts/required-field.ts"
import { type FrameName, type FrameState, frameNames } from "../../fields/contract.ts"
import * as texts from "../texts.ts"
import type { DraftField, MethodDraft } from "./method-draft.ts"

export type FormField = DraftField | FrameName
type Problems = Partial<Record<FormField, string>>

const ofBoth: DraftField[] = ["holder", "addressLine1", "city", "state", "zip"]
const ofSavedCard: DraftField[] = ["cardType", "month", "year"]
const ofBank: DraftField[] = ["routing", "account"]
const ofNewBank: DraftField[] = [...ofBank, "routingAgain", "accountAgain"]

/** The errors of blank required fields, which name the value to enter. */
function missingIn(draft: MethodDraft, isNew: boolean): Problems {
  const blank = [...ofBoth, ...neededOf(draft, isNew)].filter((field) =>
    isBlank(String(draft[field])),
  )
  return Object.fromEntries(blank.map((field) => [field, enterText(field, draft)]))
}

function neededOf({ kind, bankEntry }: MethodDraft, isNew: boolean): DraftField[] {
  if (kind === "card") return isNew ? ["cardType"] : ofSavedCard
  if (bankEntry === "instant") return []
  return isNew ? ofNewBank : ofBank
}

function enterText(field: DraftField, { kind }: MethodDraft): string {
  if (field === "holder" && kind === "bank") return texts.enterAccountHolder
  const enter: Partial<Record<DraftField, string>> = texts.enter
  return enter[field] ?? ""
}

interface OfferedType {
  code: CardType
  name: string
}

/** The error in a frame of a new card. */
export function frameProblem(
  name: FrameName,
  { isEmpty, isComplete, isPast, cardType }: FrameState,
  offered: readonly OfferedType[],
): string | undefined {
  if (isEmpty) return texts.enter[name]
  const isOffered = cardType === "" || offered.some(({ code }) => code === cardType)
  if (name === "number" && !isOffered) return texts.networksTaken(offered.map((one) => one.name))
  if (isPast) return texts.thisDateHasPassed
  return isComplete ? undefined : texts.pleaseCheck[name]
}

/**
 * The errors that the browser can find without the gateway, in the order of the fields. `today` is
 * the client's business day, "MM/DD/YYYY", if it is loaded.
 */
export function problemsIn(
  draft: MethodDraft,
  isNew: boolean,
  { today, offered }: { today?: string | undefined; offered: readonly OfferedType[] },
): Problems {
  const missing = missingIn(draft, isNew)
  const problems: Problems = {}
  const isToConnect = draft.kind === "bank" && draft.bankEntry === "instant"
  if (isToConnect && !draft.connected) problems.connected = texts.chooseAccountAtBank
  if (!isZip(draft.zip)) problems.zip = zipInvalidText
  if (draft.kind === "card" && isNew) {
    for (const name of frameNames) {
      const problem = frameProblem(name, draft.frames[name], offered)
      if (problem !== undefined) problems[name] = problem
    }
    const { cardType } = draft.frames.number
    if (draft.cardType !== "" && cardType !== "" && cardType !== draft.cardType) {
      problems.number ??= texts.pleaseCheck.number
    }
    // The type follows from the number, so the number's error comes first.
    if (problems.number !== undefined) delete missing.cardType
  }
  if (draft.kind === "card" && !isNew && today && isOver(draft, today)) {
    problems.month = texts.thisDateHasPassed
  }
  return { ...problems, ...missing }
}

/** Whether the card has expired by this day. */
function isOver({ month, year }: MethodDraft, today: string): boolean {
  return year !== "" && `${year}${month}` < `${today.slice(6)}${today.slice(0, 2)}`
}
