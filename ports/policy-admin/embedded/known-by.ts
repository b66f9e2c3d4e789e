import type { Account } from "../port.ts"

/** The plan number by which a person is known: that of the oldest active product. */
export function knownBy(products: Account["products"]): string {
  const active = products.filter((product) => product.active)
  const [first] = (active.length > 0 ? active : products).toSorted((one, other) =>
    oldestFirst(one).localeCompare(oldestFirst(other)),
  )
  return first?.policyNumber ?? ""
}

function oldestFirst({ coverageEffectiveDate, policyNumber }: Account["products"][number]): string {
  return `${coverageEffectiveDate ?? "9999-12-31"} ${policyNumber}`
}
