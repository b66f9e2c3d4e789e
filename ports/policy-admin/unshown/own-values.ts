import type { Billing, BillingChoice, Contact, Person, Policy } from "../port.ts"
import { laterOf, type UnshownStep } from "./later-of.ts"
import type { NamedChoice, UnshownChange } from "./unshown-changes.store.ts"

type Of<Kind extends UnshownChange["kind"]> = Extract<UnshownChange, { kind: Kind }>

/** The value that applies after a read, and the changes that the read shows. */
interface Later<Value> {
  value: Value
  shown: UnshownChange[]
}

export function ofKind<Kind extends UnshownChange["kind"]>(
  changes: readonly UnshownChange[],
  kind: Kind,
  policyNumber = "",
): Of<Kind>[] {
  return changes.filter(
    (one): one is Of<Kind> => one.kind === kind && one.policyNumber === policyNumber,
  )
}

/** How a product is paid: as it was read, or as it was changed here since. */
export function laterBilling(policy: Policy, changes: readonly UnshownChange[]): Later<Policy> {
  const { billing, policyNumber } = policy
  const steps = ofKind(changes, "billing", policyNumber)
  const { value, shown } = laterOf<BillingChoice>(billing, steps, isSameChoice)
  const skips = ofKind(changes, "skip", policyNumber)
  const isShown = ({ after }: Of<"skip">) =>
    after.every((dueDate) => billing.skippedDueDates.includes(dueDate))
  const skipped = skips.filter((skip) => !isShown(skip)).flatMap(({ after }) => after)
  const { frequencyCode, paymentMethodRecordId, paymentMethodLabel } = value as NamedChoice
  const later: Billing = {
    ...billing,
    ...{ frequencyCode, paymentMethodRecordId, paymentMethodLabel },
    skippedDueDates: [...new Set([...billing.skippedDueDates, ...skipped])].toSorted(),
  }
  return {
    value: { ...policy, billing: later },
    shown: [...steps.slice(0, shown), ...skips.filter(isShown)],
  }
}

/**
 * The skipped dates whose bills are settled: an account system may list only open and later ones.
 */
export function settledSkips(
  { policyNumber, billing }: Policy,
  changes: readonly UnshownChange[],
  today: string,
): UnshownChange[] {
  const open = new Set(billing.openAmounts.map(({ dueDate }) => dueDate))
  return ofKind(changes, "skip", policyNumber).filter(({ after }) =>
    after.every((dueDate) => dueDate <= today && !open.has(dueDate)),
  )
}

/**
 * The contact data of a person: as they were read, or as they were changed here since.
 * `isVersionKnown`: whether they can be changed again before a read shows them.
 */
export function laterPerson<One extends Person>(
  person: One,
  changes: readonly UnshownChange[],
): Later<One> & { isVersionKnown: boolean } {
  type Known = Contact & { contactVersion?: string }
  const contacts = ofKind(changes, "contact")
  // An account system may not return the version after a change.
  const steps = contacts.map(
    ({ before, after }): UnshownStep<Partial<Known>> => ({
      before: { contactVersion: before },
      after,
    }),
  )
  const contact = laterOf<Partial<Known>>(person, steps, (read, known) =>
    known.contactVersion === undefined
      ? isSameContact(read as Contact, known as Contact)
      : read.contactVersion === known.contactVersion,
  )
  const subscriptions = ofKind(changes, "subscription")
  const isSubscribed = laterOf(
    person.isEmailSubscribed,
    subscriptions,
    (read, known) => read === known,
  )
  return {
    value: { ...person, ...contact.value, isEmailSubscribed: isSubscribed.value },
    isVersionKnown: contact.value.contactVersion !== undefined,
    shown: [...contacts.slice(0, contact.shown), ...subscriptions.slice(0, isSubscribed.shown)],
  }
}

export function isSameChoice(one: BillingChoice, other: BillingChoice): boolean {
  return (
    one.frequencyCode === other.frequencyCode &&
    one.paymentMethodRecordId === other.paymentMethodRecordId
  )
}

function isSameContact(one: Contact, other: Contact): boolean {
  const { address, emailAddress, phoneNumber } = other
  const lines = Object.entries(address) as [keyof Contact["address"], string][]
  return (
    one.emailAddress === emailAddress &&
    one.phoneNumber === phoneNumber &&
    lines.every(([line, text]) => one.address[line] === text)
  )
}
