import { useEffect, useEffectEvent, useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { type CardType, cardTypeOf } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import {
  addressFields,
  blankAddress,
  isSameAddress,
  nameOnFile,
  useAddressOnFile,
} from "./address-on-file.ts"
import { type DraftField, draftOf, emptyDraft, type MethodDraft } from "./method-draft.ts"

/** The fields of the form. A new method starts with the customer's name and address on file. */
export function useMethodDraft(
  user: StoredUser,
  method: PaymentMethod | undefined,
  offeredTypes: readonly { code: CardType }[],
) {
  const [draft, setDraft] = useState<MethodDraft>(() =>
    method ? draftOf(method) : { ...emptyDraft, holder: nameOnFile(user) },
  )
  const [isTypeChosen, setTypeChosen] = useState(false)
  const onFile = useAddressOnFile(user, !method && user.csUserid === undefined)

  // Does not overwrite an address that the person typed meanwhile.
  const fillAddress = useEffectEvent(() => {
    if (onFile && isSameAddress(draft, blankAddress)) setDraft({ ...draft, ...onFile })
  })
  const isKnown = onFile !== undefined
  useEffect(() => {
    if (isKnown) fillAddress()
  }, [isKnown])

  function toldType(number: string): MethodDraft["cardType"] {
    const told = cardTypeOf(number)
    return offeredTypes.find(({ code }) => code === told)?.code ?? ""
  }

  /** Returns the names of the changed fields. */
  function change<Field extends DraftField>(
    field: Field,
    value: MethodDraft[Field],
  ): readonly DraftField[] {
    const next = { ...draft, [field]: value }
    if (field === "cardType") setTypeChosen(value !== "")
    // The number determines the card type unless the person chose one.
    const cardType = field === "number" && !isTypeChosen ? toldType(next.number) : next.cardType
    setDraft({ ...next, cardType })
    return cardType === next.cardType ? [field] : [field, "cardType"]
  }

  return {
    draft,
    /** Whether the address is the one on file; null until that is loaded. */
    isAddressOnFile: onFile ? isSameAddress(draft, onFile) : null,
    change,
    chooseKind: (kind: MethodDraft["kind"]) => setDraft({ ...draft, kind }),
    /**
     * Fills in the address on file, or clears the address. Returns the names of the changed fields.
     */
    takeAddress(isTaken: boolean): readonly DraftField[] {
      if (onFile) setDraft({ ...draft, ...(isTaken ? onFile : blankAddress) })
      return addressFields
    },
  }
}
