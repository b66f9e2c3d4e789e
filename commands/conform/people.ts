import type { OpenBill, Policy, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { NotApplicable, type Trial, type Writes } from "./check.ts"
import type { TestPerson } from "./people-file.ts"

export interface Product {
  client: string
  accountNumber: string
  policyNumber: string
}

export type TestProductKey = [client: string, accountNumber: string, policyNumber: string]

export function keyOf({ client, accountNumber, policyNumber }: Product): TestProductKey {
  return [client, accountNumber, policyNumber]
}

/** Errors: `NotApplicable`. */
export function peopleOf({ people }: Trial): readonly TestPerson[] {
  if (people.length === 0) throw new NotApplicable("the people file names no person")
  return people
}

/** The products in the file. Errors: `NotApplicable`. */
export function productsOf(people: readonly TestPerson[]): Product[] {
  const products = people.flatMap(({ client, accountNumber, policyNumbers }) =>
    policyNumbers.map((policyNumber) => ({ client, accountNumber, policyNumber })),
  )
  if (products.length === 0) throw new NotApplicable("the people file names no plan number")
  return products
}

/** The people of the file that may be changed. Errors: `NotApplicable`. */
export function changeable(trial: Trial): [TestPerson, ...TestPerson[]] {
  const [first, ...more] = trial.people.filter(({ mayChange }) => mayChange)
  if (!first) throw new NotApplicable("the people file names no person with mayChange")
  return [first, ...more]
}

export interface ProductWithBill extends Product {
  policy: Policy
  bill: OpenBill
}

/** Products that may be changed and have an open bill. Errors: `NotApplicable`. */
export async function productsWithBill(
  trial: Trial,
): Promise<[ProductWithBill, ...ProductWithBill[]]> {
  const found: ProductWithBill[] = []
  for (const product of productsOf(changeable(trial))) {
    const policy = await trial.policyAdmin.product(...keyOf(product))
    const [bill] = await trial.policyAdmin.openBills(...keyOf(product))
    if (policy && bill) found.push({ ...product, policy, bill })
  }
  const [first, ...more] = found
  if (!first) throw new NotApplicable("no product that may be changed has an open bill")
  return [first, ...more]
}

/** A product that may be changed and has no open bill. Errors: `NotApplicable`. */
export async function productWithoutBill(trial: Trial): Promise<Product & { policy: Policy }> {
  for (const product of productsOf(changeable(trial))) {
    const policy = await trial.policyAdmin.product(...keyOf(product))
    const bills = await trial.policyAdmin.openBills(...keyOf(product))
    if (policy?.active && policy.billing.kind === "direct" && bills.length === 0) {
      return { ...product, policy }
    }
  }
  throw new NotApplicable("no product that may be changed has no open bill")
}

/** The total cents that the product owes. */
export async function owedOf(policyAdmin: PolicyAdmin, product: Product): Promise<number> {
  const bills = await policyAdmin.openBills(...keyOf(product))
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}

/** The customer's view of a product, for a comparison before and after. */
export async function stateOf(policyAdmin: PolicyAdmin, product: Product) {
  return {
    product: await policyAdmin.product(...keyOf(product)),
    openBills: await policyAdmin.openBills(...keyOf(product)),
  }
}

/** Makes ten parallel calls. */
export function tenfold<Result>(call: (n: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: 10 }, (_, n) => call(n)))
}

/** Changes the first product that may be changed and has an open bill. */
export function onBill(what: string): Writes {
  return { what, on: async (trial) => nameOf((await productsWithBill(trial))[0]) }
}

/** Changes the first person who may be changed. */
export function onPerson(what: string): Writes {
  return { what, on: async (trial) => nameOf(changeable(trial)[0]) }
}

export function nameOf(of: {
  client: string
  accountNumber: string
  policyNumber?: string
}): string {
  const plan = of.policyNumber === undefined ? "" : `, plan ${of.policyNumber}`
  return `${of.client}, account ${of.accountNumber}${plan}`
}
