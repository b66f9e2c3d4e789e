import { useRef, useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import {
  cardPatternTitle,
  cardPatternTitles,
  isCardNumberOf,
} from "#contracts/payments/card-pattern.ts"
import {
  accountNumbersDifferText,
  cardTypes,
  routingNumbersDifferText,
} from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { useBankPage } from "../bank-page/use-bank-page.ts"
import {
  type DraftField,
  draftOf,
  emptyDraft,
  isOver,
  type MethodDraft,
  missingIn,
} from "./method-draft.ts"
import {
  checkNumberText,
  createSender,
  errorNotice,
  invalidCardNotice,
  noticesOf,
  refusedField,
} from "./send-method.ts"
import * as texts from "./texts.ts"
import { useBusinessDay } from "./use-payment-methods.ts"

interface Options {
  user: StoredUser
  /** The method to edit; without it, the form adds one. */
  method: PaymentMethod | undefined
  isFromPayNow: boolean
  onSaved: (methods: PaymentMethod[], messages: Message[]) => void
}

/** The state of the form: its fields, their errors, and how it is saved. */
export function useMethodForm({ user, method, isFromPayNow, onSaved }: Options) {
  const [draft, setDraft] = useState<MethodDraft>(() => (method ? draftOf(method) : emptyDraft))
  const [notices, setNotices] = useState<readonly Message[]>([])
  const { form, errors, check, mended } = useFieldErrors<DraftField>()
  const bankPage = useBankPage()
  const sender = useRef(createSender(user, isFromPayNow))
  const { busy, submit } = useSubmit({
    onStart: () => setNotices([]),
    onError(error) {
      setNotices(noticesOf(error))
      const refused = refusedField(error)
      if (refused) check({ [refused[0]]: refused[1] })
    },
  })
  const patterns = useContents(cardPatternTitles)
  const today = useBusinessDay({ isFromPayNow })

  function change<Field extends DraftField>(field: Field, value: MethodDraft[Field]) {
    const next = { ...draft, [field]: value }
    // The number tells the card type, when none is chosen.
    const told = field === "number" && draft.cardType === "" ? typeOf(next.number) : undefined
    setDraft(told ? { ...next, cardType: told } : next)
    if (errors[field] !== undefined) mended(field)
  }

  function typeOf(number: string) {
    return offeredTypes.find(({ code }) =>
      isCardNumberOf(patterns[cardPatternTitle(code)] ?? "", number),
    )?.code
  }

  /** The errors in the numbers of a new method: of fields, and a notice above the form. */
  function numberFaults(): { fields: Partial<Record<DraftField, string>>; notice?: Message } {
    if (draft.kind === "card") {
      const pattern = draft.cardType && patterns[cardPatternTitle(draft.cardType)]
      // Without the pattern, the gateway checks the number.
      if (!pattern || isCardNumberOf(pattern, draft.number)) return { fields: {} }
      return { fields: { number: checkNumberText }, notice: invalidCardNotice }
    }
    const fields: Partial<Record<DraftField, string>> = {}
    if (draft.account !== draft.accountAgain) fields.accountAgain = accountNumbersDifferText
    if (draft.routing !== draft.routingAgain) fields.routingAgain = routingNumbersDifferText
    const faults = Object.values(fields)
    return { fields, ...(faults.length > 0 && { notice: errorNotice(...faults) }) }
  }

  async function save() {
    if (busy) return
    setNotices([])
    const missing = missingIn(draft, !method)
    if (!check(missing)) return
    if (draft.kind === "card" && today && isOver(draft, today)) {
      check({ month: texts.thisDateHasPassed })
      return
    }
    const { fields, notice } = method ? { fields: {} } : numberFaults()
    if (!check(fields)) {
      setNotices(notice ? [notice] : [])
      return
    }
    await submit(async () => {
      const { paymentMethods, messages } = method
        ? await sender.current.update(draft, method.paymentRecordId)
        : await sender.current.add(draft, bankPage.show)
      onSaved(paymentMethods, messages)
    })
  }

  /** The card types that have a pattern in the client's content; all types until the content is loaded. */
  const offeredTypes = cardTypes.filter(({ code }) => patterns[cardPatternTitle(code)] !== "")
  return { form, draft, errors, notices, busy, bankPage, offeredTypes, today, change, save }
}

export type MethodForm = ReturnType<typeof useMethodForm>
