import { useEffect, useEffectEvent, useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { CardType } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { FrameName, FrameState } from "../../fields/contract.ts"
import { blankAddress, isSameAddress, nameOnFile, useAddressOnFile } from "./address-on-file.ts"
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
  const { onFile, isLoading } = useAddressOnFile(user, !method && user.csUserid === undefined)

  // Does not overwrite an address that the person typed meanwhile.
  const fillAddress = useEffectEvent(() => {
    if (onFile) setDraft((now) => (isSameAddress(now, blankAddress) ? { ...now, ...onFile } : now))
  })
  const isKnown = onFile !== undefined
  useEffect(() => {
    if (isKnown) fillAddress()
  }, [isKnown])

  return {
    draft,
    isAddressLoading: isLoading,
    /** Whether the address is the one on file; null unless that is known. */
    isAddressOnFile: onFile ? isSameAddress(draft, onFile) : null,
    change<Field extends DraftField>(field: Field, value: MethodDraft[Field]) {
      const isTypeChosen = field === "cardType" && { isTypeChosen: value !== "" }
      setDraft((now) => ({ ...now, [field]: value, ...isTypeChosen }))
    },
    /**
     * Takes over the state of a frame. A number of another network determines the type, also if the
     * person chose one before.
     */
    changeFrame(name: FrameName, state: FrameState) {
      const told = offeredTypes.find(({ code }) => code === state.cardType)?.code
      setDraft((now) => {
        const isNew = name === "number" && state.cardType !== now.frames.number.cardType
        const isFree = name === "number" && !now.isTypeChosen
        const cardType = isNew || isFree ? (told ?? (isFree ? "" : now.cardType)) : now.cardType
        return { ...now, frames: { ...now.frames, [name]: state }, cardType }
      })
    },
    chooseKind: (kind: MethodDraft["kind"]) => setDraft((now) => ({ ...now, kind })),
    takeAddressOnFile() {
      if (onFile) setDraft((now) => ({ ...now, ...onFile }))
    },
  }
}
