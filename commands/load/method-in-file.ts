import { z } from "zod"
import { cardHolderMaxLength, cardTypes } from "#contracts/payments/payment-method-rules.ts"
import { cardExpiry } from "#services/brands/loading/plausible.ts"
import { addressInFile, key, text, words } from "#services/brands/loading/shapes.ts"
import { methodHeader } from "#services/payments/methods/payment-method-presenter.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"

const common = {
  paymentRecordId: key(60),
  holderName: words(cardHolderMaxLength),
  lastFour: z.string().regex(/^\d{4}$/, { error: "must be the number's last four digits" }),
  institution: text(100).default(""),
  /** Absent: the address of the person. */
  address: addressInFile.optional(),
  gateway: key(60),
  gatewayReference: key(200),
}

/** One payment method of a person in people.json, which the gateway already stores. */
export function methodIn(today: Temporal.PlainDate) {
  return z.discriminatedUnion("kind", [
    z.strictObject({
      ...common,
      kind: z.literal("card"),
      cardType: z.enum(cardTypes.map(({ code }) => code)),
      expirationDate: cardExpiry(today),
    }),
    z.strictObject({
      ...common,
      kind: z.literal("bank"),
      bankType: z.enum(["C", "S"]),
      maskedRoutingNumber: z.string().regex(/^\*{5}\d{4}$/, {
        error: "must be masked but for its last four digits, such as *****0123",
      }),
      /** Where the customer verifies the account. Absent if it is verified. */
      verifyAt: z.url({ protocol: /^https?$/ }).optional(),
    }),
  ])
}
export type MethodInFile = z.output<ReturnType<typeof methodIn>>

/** The name of the method on screen, such as "VISA ending in 4242". */
export function labelOf(method: MethodInFile): string {
  return methodHeader(asKept(method))
}

/** The method in the stored form; `ownAddress` is the address of the person. */
export function asLoaded(
  method: MethodInFile,
  accountNumber: string,
  ownAddress: z.output<typeof addressInFile>,
): LoadedMethod {
  const { paymentRecordId, holderName, gateway, gatewayReference, address = ownAddress } = method
  return {
    recordId: paymentRecordId,
    accountNumber,
    ...asKept(method),
    ...address,
    holderName,
    gateway,
    gatewayReference,
  }
}

/** The fields of the other kind are empty. */
function asKept(method: MethodInFile) {
  const { kind, lastFour, institution } = method
  return kind === "card"
    ? {
        kind,
        lastFour,
        institution,
        cardType: method.cardType,
        bankType: "" as const,
        expirationDate: method.expirationDate,
        maskedRoutingNumber: "",
        verifyAt: "",
      }
    : {
        kind,
        lastFour,
        institution,
        cardType: "" as const,
        bankType: method.bankType,
        expirationDate: "",
        maskedRoutingNumber: method.maskedRoutingNumber,
        verifyAt: method.verifyAt ?? "",
      }
}
