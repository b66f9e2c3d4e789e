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
import { messagesOf } from "#web/calls/api.ts"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { useBankPage } from "../../bank-page/use-bank-page.ts"
import { useBusinessDay } from "../use-payment-methods.ts"
import type { DraftField, MethodDraft } from "./method-draft.ts"
import { problemsIn } from "./method-problems.ts"
import {
  checkNumberText,
  createSender,
  errorNotice,
  invalidCardNotice,
  isRefusal,
  noticesOf,
  refusedField,
} from "./send-method.ts"
import { useMethodDraft } from "./use-method-draft.ts"

interface Options {
  user: StoredUser
  /** The method to edit; without it, the form adds one. */
  method: PaymentMethod | undefined
  isFromPayNow: boolean
  onSaved: (methods: PaymentMethod[], messages: Message[]) => void
  /** Called if the method no longer exists. */
  onGone: (method: PaymentMethod) => void
}

/** The state of the form: its fields, their errors, and the submission. */
export function useMethodForm({ user, method, isFromPayNow, onSaved, onGone }: Options) {
  const [notices, setNotices] = useState<readonly Message[]>([])
  const { form, errors, check, corrected } = useFieldErrors<DraftField>()
  const bankPage = useBankPage()
  const sender = useRef(createSender(user, isFromPayNow))
  const { busy, submit } = useSubmit({
    onAnswer: () => setNotices([]),
    onError(error) {
      if (method && isGone(error)) return onGone(method)
      setNotices(noticesOf(error))
      // Its token is used up, so the customer chooses an account again.
      if (isRefusal(error)) change("connected", null)
      const refused = refusedField(error)
      if (refused) check({ [refused[0]]: refused[1] })
    },
  })
  const patterns = useContents(cardPatternTitles)
  const today = useBusinessDay({ isFromPayNow })
  /**
   * The card types with a pattern in the client's content; all types until the content is loaded.
   */
  const offeredTypes = cardTypes.filter(({ code }) => patterns[cardPatternTitle(code)] !== "")
  const { draft, change, chooseKind, takeAddress, isAddressOnFile } = useMethodDraft(
    user,
    method,
    offeredTypes,
  )

  /** The errors in the numbers of a new method: field errors, and a notice above the form. */
  function numberFaults(): { fields: Partial<Record<DraftField, string>>; notice?: Message } {
    if (draft.kind === "card") {
      const pattern = draft.cardType && patterns[cardPatternTitle(draft.cardType)]
      // Without the pattern, the gateway checks the number.
      if (!pattern || isCardNumberOf(pattern, draft.number)) return { fields: {} }
      return { fields: { number: checkNumberText }, notice: invalidCardNotice }
    }
    const fields: Partial<Record<DraftField, string>> = {}
    if (draft.bankEntry === "instant") return { fields }
    if (draft.account !== draft.accountAgain) fields.accountAgain = accountNumbersDifferText
    if (draft.routing !== draft.routingAgain) fields.routingAgain = routingNumbersDifferText
    const faults = Object.values(fields)
    return { fields, ...(faults.length > 0 && { notice: errorNotice(...faults) }) }
  }

  async function save() {
    if (busy) return
    setNotices([])
    if (!check(problemsIn(draft, !method, today))) return
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

  const dismiss = (notice: Message) => setNotices(notices.filter((other) => other !== notice))
  const fields = { form, draft, errors, offeredTypes, today, isAddressOnFile }
  return {
    ...fields,
    notices,
    dismiss,
    busy,
    bankPage,
    save,
    change<Field extends DraftField>(field: Field, value: MethodDraft[Field]) {
      for (const changed of change(field, value))
        if (errors[changed] !== undefined) corrected(changed)
    },
    takeAddress(isTaken: boolean) {
      for (const changed of takeAddress(isTaken)) corrected(changed)
    },
    chooseKind(kind: MethodDraft["kind"]) {
      chooseKind(kind)
      setNotices([])
      // The person has not seen the fields of the other kind.
      check({})
    },
  }
}

function isGone(error: unknown): boolean {
  return messagesOf(error).some(({ messageId }) => messageId === "request.notFound")
}

export type MethodForm = ReturnType<typeof useMethodForm>
