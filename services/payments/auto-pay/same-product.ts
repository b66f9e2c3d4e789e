import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import { descriptionOf } from "../paying/product-with-number-presenter.ts"
import type { KnownCharges } from "./announced-charges.store.ts"

/**
 * The product for which auto pay by this method was authorized or its next charge announced, if the
 * account system describes a different product now. An empty description is ignored.
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
 * Whether two descriptions name the same product. An account system may write one with different
 * case, punctuation, spaces, accents or marks such as "®", or with "&" instead of "and".
 */
export function isSameProduct(one: string, other: string): boolean {
  return plainName(one) === plainName(other)
}

function plainName(description: string): string {
  const letters = description.normalize("NFD").replaceAll(/\p{M}/gu, "")
  const plain = letters.replaceAll("&", " and ").replaceAll(/[\p{P}\p{Z}\p{C}\p{So}]/gu, "")
  // A description that consists of marks only is compared unchanged.
  return (plain === "" ? description.trim() : plain).toLocaleLowerCase("en-US")
}
