import type { TestApp } from "./app.ts"
import type { Customer } from "./customer.ts"

type Who = Pick<Customer, "browser" | "host">

/**
 * Enters the step-up code from the newest email to this address. Returns the answer to the code.
 *
 * Errors: an `Error` when no code was sent.
 */
export async function giveProof(app: TestApp, { browser, host }: Who, address: string) {
  const asked = await browser.call(host, "POST /appauth/proof", {})
  if (asked.status !== 200) throw new Error(`No code was sent: ${asked.text}`)
  const passCode = await app.readCode(address)
  return await enterProof({ browser, host }, passCode)
}

export async function enterProof({ browser, host }: Who, passCode: string) {
  return await browser.call(host, "POST /appauth/proof/verification", { passCode })
}
