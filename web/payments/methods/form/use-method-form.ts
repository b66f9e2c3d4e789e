import { useRef, useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import { cardPatternTitle, cardPatternTitles } from "#contracts/payments/card-pattern.ts"
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
import type { FrameName, FrameState } from "../../fields/contract.ts"
import { reportUnreachable } from "../../fields/report-unreachable.ts"
import { useWhyNotAdd } from "../staff-rule.ts"
import * as texts from "../texts.ts"
import { useBusinessDay } from "../use-payment-methods.ts"
import { isAddressField } from "./address-on-file.ts"
import type { DraftField, MethodDraft } from "./method-draft.ts"
import { type FormField, frameProblem, problemsIn } from "./method-problems.ts"
import {
  createSender,
  errorNotice,
  invalidCardNotice,
  isRefusal,
  noticesOf,
  refusedField,
} from "./send-method.ts"
import { useCardFrames } from "./use-card-frames.ts"
import { useMethodDraft } from "./use-method-draft.ts"

export interface MethodFormOptions {
  user: StoredUser
  /** The method to edit; without it, the form adds one. */
  method: PaymentMethod | undefined
  isFromPayNow: boolean
  onCancel: () => void
  onSaved: (methods: PaymentMethod[], messages: Message[]) => void
  /** Called if the method no longer exists. */
  onGone: (method: PaymentMethod) => void
}

/** The state of the form: its fields, their errors, and the submission. */
export function useMethodForm({
  user,
  method,
  isFromPayNow,
  onCancel,
  onSaved,
  onGone,
}: MethodFormOptions) {
  const [notices, setNotices] = useState<readonly Message[]>([])
  const [isAddressOpen, setAddressOpen] = useState(false)
  const { form, errors, check, show, corrected } = useFieldErrors<FormField>()
  const bankPage = useBankPage()
  const blocked = useWhyBlocked(method)
  const openFrames = useCardFrames(!method)
  const sender = useRef(createSender(user, isFromPayNow))
  const { busy, submit } = useSubmit({
    onAnswer: () => setNotices([]),
    onError(error) {
      if (method && isGone(error)) return onGone(method)
      setNotices(noticesOf(error))
      // Its token is used up, so the customer chooses an account again.
      if (isRefusal(error)) fields.change("connected", null)
      reportUnreachable(error)
      check(refusedField(error))
    },
  })
  const patterns = useContents(cardPatternTitles)
  const today = useBusinessDay({ isFromPayNow })
  /**
   * The card types with a pattern in the client's content; all types until the content is loaded.
   */
  const offeredTypes = cardTypes.filter(({ code }) => patterns[cardPatternTitle(code)] !== "")
  const fields = useMethodDraft(user, method, offeredTypes)
  const { draft } = fields

  /** Shows the errors that the browser finds. Returns true if there are none. */
  function isRight(): boolean {
    const problems = problemsIn(draft, !method, { today, offered: offeredTypes })
    if (Object.keys(problems).some(isAddressField)) setAddressOpen(true)
    const isTyped = draft.kind === "card" && !method && !draft.frames.number.isEmpty
    if (isTyped && problems.number !== undefined) setNotices([invalidCardNotice])
    if (!check(problems)) return false
    const differing = method || draft.kind === "card" ? {} : differingNumbers(draft)
    const reasons = Object.values(differing)
    if (reasons.length > 0) setNotices([errorNotice(...reasons)])
    return check(differing)
  }

  async function save() {
    if (busy || blocked) return
    setNotices([])
    if (draft.kind === "card" && openFrames.hasFailed) {
      openFrames.tryAgainButton.current?.focus()
      return
    }
    if (draft.kind === "card" && form.current?.querySelector("[data-loading]")) {
      setNotices([errorNotice(texts.stillLoading)])
      return
    }
    if (!isRight()) return
    await submit(async () => {
      const { paymentMethods, messages } = method
        ? await sender.current.update(draft, method.paymentRecordId)
        : await sender.current.add(draft, openFrames.token, bankPage.show)
      onSaved(paymentMethods, messages)
    })
  }

  return {
    ...fields,
    form,
    errors,
    offeredTypes,
    today,
    openFrames,
    notices,
    dismiss: (notice: Message) => setNotices(notices.filter((other) => other !== notice)),
    busy,
    blocked,
    bankPage,
    save,
    cancel: onCancel,
    isAddressOpen,
    openAddress: () => setAddressOpen(true),
    change<Field extends DraftField>(field: Field, value: MethodDraft[Field]) {
      fields.change(field, value)
      corrected(field)
      // A chosen type makes another number right.
      if (field === "cardType") corrected("number")
      // The fields stay open even if the typed address is the one on file.
      if (isAddressField(field)) setAddressOpen(true)
    },
    changeFrame(name: FrameName, state: FrameState) {
      fields.changeFrame(name, state)
      corrected(name)
      if (name === "number") corrected("cardType")
    },
    /** Shows the error in a frame that the person leaves. */
    leaveFrame(name: FrameName) {
      if (!draft.frames[name].isEmpty)
        show(name, frameProblem(name, draft.frames[name], offeredTypes))
    },
    takeAddressOnFile() {
      fields.takeAddressOnFile()
      setAddressOpen(false)
    },
    chooseKind(kind: MethodDraft["kind"]) {
      fields.chooseKind(kind)
      setNotices([])
      // The person has not seen the fields of the other kind.
      check({})
    },
  }
}

/** The errors in numbers of a bank account that the person typed twice. */
function differingNumbers(draft: MethodDraft) {
  const differing: Partial<Record<FormField, string>> = {}
  if (draft.bankEntry === "instant") return differing
  if (draft.account !== draft.accountAgain) differing.accountAgain = accountNumbersDifferText
  if (draft.routing !== draft.routingAgain) differing.routingAgain = routingNumbersDifferText
  return differing
}

/** Why saving is disabled here; "" if it is enabled. */
function useWhyBlocked(method: PaymentMethod | undefined): string {
  const whyNotAdd = useWhyNotAdd()
  if (!method) return whyNotAdd
  const option = method.managePaymentMethodOption.saveChanges
  return option.disable === "Y" ? option.message || texts.thisCannotBeChangedHere : ""
}

function isGone(error: unknown): boolean {
  return messagesOf(error).some(({ messageId }) => messageId === "request.notFound")
}

export type MethodForm = ReturnType<typeof useMethodForm>
