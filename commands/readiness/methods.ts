import { problemAt } from "#platform/files/json-file.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { sampleMethod } from "#ports/payment-gateway/sandbox/samples.ts"
import { errorAt, type Finding } from "#services/brands/readiness/finding.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"

/** The format of references at each gateway. */
const forms: Record<string, { isReference(text: string): boolean; form: string }> = {
  sandbox: {
    isReference: (text) => sampleMethod(text) !== undefined || /^method_[0-9a-f]{8,}$/.test(text),
    form: "sample.visa.08-2031.maria or sample.bank.maria, see ports/payment-gateway/sandbox/samples.ts",
  },
  stripe: {
    isReference: (text) => /^cus_\w+\/(pm|card|ba|src)_\w+$/.test(text),
    form: "cus_…/pm_…: the customer and the payment method",
  },
}

/** Payment methods that no gateway could charge. `methods` are in the order of the file. */
export function checkMethods(source: TextFile, methods: readonly LoadedMethod[]): Finding[] {
  const places = placesIn(source)
  return methods.flatMap((method, index) => {
    const path = places[index] ?? []
    const refuse = (field: string, reason: string, fix: string) => {
      const problem = problemAt(source, [...path, field], reason)
      return [errorAt("payment-method", problem, { reason: problem.reason, fix })]
    }
    const known = forms[method.gateway]
    if (!known) {
      const names = Object.keys(forms).join(" and ")
      return refuse(
        "gateway",
        `is ${method.gateway}, which no adapter speaks to`,
        `Known are ${names}.`,
      )
    }
    if (!known.isReference(method.gatewayReference)) {
      const reason = `is no reference of the gateway ${method.gateway}`
      return refuse("gatewayReference", reason, `Write it as ${known.form}.`)
    }
    const sample = method.gateway === "sandbox" ? sampleMethod(method.gatewayReference) : undefined
    if (sample && sample.lastFour !== method.lastFour) {
      const reason = `is ${method.lastFour}, but the reference is a method that ends in ${sample.lastFour}`
      return refuse("lastFour", reason, `Write ${sample.lastFour}, or another reference.`)
    }
    return []
  })
}

/** The path of each payment method in the file, in order. */
function placesIn(source: TextFile): (string | number)[][] {
  const people: { paymentMethods?: unknown[] }[] = JSON.parse(source.text)
  return people.flatMap(({ paymentMethods = [] }, person) =>
    paymentMethods.map((_, index) => [person, "paymentMethods", index]),
  )
}
