import { z } from "zod"
import {
  type Charge,
  type Movement,
  type PaymentGateway,
  type Period,
  ReportRefused,
} from "../port.ts"
import { authenticationsPath } from "./authentications.ts"
import { banksPath } from "./banks.ts"
import { createAsk, read, readCharge, type SandboxAddress } from "./client.ts"
import { documentedRoutingNumber } from "./numbers.ts"
import {
  books,
  charged,
  fraudWarning,
  kept,
  keptNow,
  made,
  methodReport,
  refunded,
  report,
} from "./shapes.ts"
import { isSigned, signatureHeader } from "./signature.ts"

/** The adapter of the sandbox, over HTTP like any gateway. */
export function createSandboxGateway(options: SandboxAddress): PaymentGateway {
  const ask = createAsk(options)
  return {
    name: "sandbox",
    inBrowser: {
      kind: "sandbox",
      address: options.browserAddress,
      publishableKey: "",
      script: "",
      get frames() {
        return options.framesAddress()
      },
      hasInstantBank: true,
    },

    async available() {
      try {
        return (await ask("GET", "/status", { timeoutMs: 3_000 })).status === 200
      } catch {
        return false
      }
    },
    async prepareBank(key, { client, accountNumber, returnAddress }) {
      const body = { client, accountNumber, returnAddress }
      return read(z.object({ session: z.string() }), await ask("POST", banksPath, { body, key }))
    },
    async keep(token, key, { client, accountNumber, returnAddress }) {
      const body = { token, client, accountNumber, returnAddress }
      const answer = await ask("POST", "/methods", { body, key })
      const { verifyId, ...method } = read(keptNow, answer)
      const routingNumber = method.kind === "bank" ? documentedRoutingNumber : ""
      if (verifyId === undefined) return { ...method, routingNumber, verifyAt: "", deposits: "" }
      // Customers also get the address by email, so it includes the host.
      const path = `${options.browserAddress}${authenticationsPath}/${verifyId}`
      const verifyAt = new URL(path, returnAddress).href
      return { ...method, routingNumber, verifyAt, deposits: "amounts" }
    },
    async renew(reference, key) {
      const path = `/methods/${encodeURIComponent(reference)}/renewals`
      const method = read(kept, await ask("POST", path, { body: {}, key }))
      return { ...method, routingNumber: documentedRoutingNumber, verifyAt: "", deposits: "" }
    },
    async change(reference, change, key) {
      const path = `/methods/${encodeURIComponent(reference)}`
      return read(kept, await ask("PATCH", path, { body: change, key }))
    },
    async forget(reference) {
      const answer = await ask("DELETE", `/methods/${encodeURIComponent(reference)}`)
      read(z.undefined(), answer)
    },
    async readMethod(reference) {
      const answer = await ask("GET", `/methods/${encodeURIComponent(reference)}`)
      return answer.status === 404 ? undefined : read(methodReport, answer)
    },
    async charge({ key, ...request }): Promise<Charge> {
      const { reference, amount, description, memo, canAuthenticate, returnAddress } = request
      const body = { reference, amount, description, memo, canAuthenticate, returnAddress }
      return read(charged, await ask("POST", "/charges", { body, key }))
    },
    async find({ key }) {
      return readCharge(await ask("GET", `/charges/${encodeURIComponent(key)}`))
    },
    async cancel({ key }) {
      return readCharge(await ask("POST", "/cancellations", { body: {}, key }))
    },
    async lookUp(reference) {
      return readCharge(await ask("GET", `/references/${encodeURIComponent(reference)}`))
    },
    async refund({ key, charge, amount }) {
      return read(refunded, await ask("POST", "/refunds", { body: { charge, amount }, key }))
    },
    async refundsOf(charge) {
      const path = `/references/${encodeURIComponent(charge)}/refunds`
      return read(z.object({ refunds: z.array(refunded) }), await ask("GET", path)).refunds
    },
    async *charges(period) {
      const { charges } = read(z.object({ charges: z.array(made) }), await ask("GET", "/charges"))
      yield* charges.filter(({ madeAt }) => isIn(period, madeAt))
    },
    async *movements(of) {
      const { movements } = read(books, await ask("GET", "/books"))
      const isAsked = (one: Movement) =>
        "payout" in of ? one.kind !== "payout" && one.payout === of.payout : isIn(of, one.at)
      yield* movements.filter(isAsked)
    },
    async *payouts(period) {
      const { payouts } = read(books, await ask("GET", "/books"))
      yield* payouts.filter(({ madeAt }) => isIn(period, madeAt))
    },
    async readReport(headers, body) {
      const signature = headers[signatureHeader] ?? ""
      if (!isSigned(options.secret, body, signature, options.clock.now().getTime())) {
        throw new ReportRefused("The signature is not the sandbox's.")
      }
      return z.union([methodReport, fraudWarning, report]).parse(JSON.parse(body.toString("utf8")))
    },
  }
}

function isIn({ from, until }: Period, at: Date): boolean {
  return at >= from && at < until
}
