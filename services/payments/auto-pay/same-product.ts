import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import { descriptionOf } from "../paying/product-with-number-presenter.ts"
import type { KnownCharges } from "./announced-charges.store.ts"

/**
 * The product that auto pay by this method was authorized for, or that its next charge was announced
 * for, if the account system describes another product now. An empty description names none.
 */
export function productBefore(
  known: Pick<KnownCharges, "authorizedProduct" | "open"> | undefined,
  { productDesc, paymentMethodRecordId }: Pick<AutoPayDue, "productDesc"> & Method,
): string | undefined {
  if (!known || productDesc.trim() === "") return undefined
  const authorized = known.authorizedProduct
  const announced = known.open.filter(
    ({ methodRecordId }) => methodRecordId === paymentMethodRecordId,
  )
  const named = [
    authorized && descriptionOf(authorized),
    ...announced.map((one) => one.productDesc),
  ]
  return named
    .flatMap((one) => (one !== null && one.trim() !== "" ? [one] : []))
    .find((one) => !isSameProduct(one, productDesc))
}

type Method = { paymentMethodRecordId: string | null }

/**
 * Whether two descriptions name the same product. An account system may write one in other letters,
 * with other punctuation, blanks, accents or marks such as "®", or with "&" in place of "and".
 */
export function isSameProduct(one: string, other: string): boolean {
  return plainName(one) === plainName(other)
}

function plainName(description: string): string {
  const letters = description.normalize("NFD").replaceAll(/\p{M}/gu, "")
  const plain = letters.replaceAll("&", " and ").replaceAll(/[\p{P}\p{Z}\p{C}\p{So}]/gu, "")
  // A description of marks alone is compared as it is.
  return (plain === "" ? description.trim() : plain).toLocaleLowerCase("en-US")
}
