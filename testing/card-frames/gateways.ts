import type { FrameLocator, Page } from "@playwright/test"
import { systemClock } from "#platform/clock.ts"
import { keepTerms } from "#ports/payment-gateway/sample-requests.ts"
import { createSandboxGateway } from "#ports/payment-gateway/sandbox/sandbox.ts"
import { startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import { mockKeys, startMockStripe } from "#ports/payment-gateway/stripe/stripe-server.mock.ts"
import { startStripeJs } from "../stripe-js/stand-in.ts"
import { startCardPage } from "./page.ts"

/**
 * - `blocked`: the gateway's script does not load
 * - `slow`: the script is not answered
 * - `loaderror`: the frames report that they failed to load
 * - `never ready`: the frames report nothing
 * - `token lost`: a token is made, and its answer is lost
 * - `refused`: the gateway refuses the next number
 * - `closed surface`: the gateway takes no entries from this page
 */
type CardFault =
  | "blocked"
  | "slow"
  | "loaderror"
  | "never ready"
  | "token lost"
  | "refused"
  | "closed surface"

/** A page with a card form, and the gateway behind it. */
export interface CardGateway {
  /** The page's address. */
  page: string
  /** The address of its script. */
  script: string
  set(fault: CardFault): void
  endFaults(): void
  /** What the gateway knows about a token's card, such as "4242 12/2031". */
  shownCard(token: string): Promise<string>
  /** The last four digits of a bank account's token. */
  shownAccount(token: string): Promise<string>
  /** What the server prepares for a choice at the bank. */
  bankSession(): string
  /** The frame in which the customer chooses. */
  bankWindow(page: Page): FrameLocator
  /** The token of the account that was chosen. */
  chosenBank(): string
  close(): Promise<void>
}

const refusals = {
  refused: { type: "card_error", code: "incorrect_number", param: "number" },
  "closed surface": { type: "invalid_request_error", message: "This integration surface …" },
}

/** The sandbox, which has no script and no faults of its own. */
export async function openSandbox(): Promise<CardGateway> {
  const secret = "a secret of this test"
  const server = await startSandboxGateway({ secret })
  const page = await startCardPage({
    ...{ kind: "sandbox", address: server.address, publishableKey: "" },
    ...{ script: "", frames: server.address, hasInstantBank: true },
  })
  const gateway = createSandboxGateway({
    ...{
      address: () => server.address,
      browserAddress: server.address,
      framesAddress: () => server.address,
    },
    ...{ secret, timeoutMs: 5_000, clock: systemClock },
  })
  const keep = async (token: string) => await gateway.keep(token, `keep ${token}`, keepTerms)
  const none = () => {
    throw new Error("The sandbox has no such fault.")
  }
  return {
    page: page.address,
    script: "",
    set: none,
    endFaults() {},
    async shownCard(token) {
      const { lastFour, expirationDate } = await keep(token)
      return `${lastFour} ${expirationDate}`
    },
    shownAccount: async (token) => (await keep(token)).lastFour,
    bankSession: none,
    bankWindow: none,
    chosenBank: none,
    async close() {
      await page.close()
      await server.close()
    },
  }
}

export async function openStripe(): Promise<CardGateway> {
  const mock = await startMockStripe()
  const standIn = await startStripeJs({ api: mock.address })
  const page = await startCardPage({
    ...{ kind: "stripe", address: mock.address, publishableKey: mockKeys.publishableKey },
    ...{ script: standIn.script, frames: "", hasInstantBank: true },
  })
  return {
    page: page.address,
    script: standIn.script,
    set(fault) {
      if (fault !== "refused" && fault !== "closed surface") {
        standIn.faults.add(fault)
        return
      }
      const answer = { status: 400, content: { error: refusals[fault] } }
      mock.meet("payment_methods", { kind: "answer", answer })
    },
    endFaults() {
      standIn.faults.clear()
      mock.endFaults()
    },
    async shownCard(token) {
      const { card } = mock.method(token)
      return `${card?.last4} ${card?.exp_month}/${card?.exp_year}`
    },
    async shownAccount(token) {
      return mock.method(token).us_bank_account?.last4 ?? ""
    },
    bankSession: () => "seti_chosen_secret_1",
    bankWindow: (of) => of.frameLocator("iframe[title=Stripe]"),
    chosenBank: () => "seti_chosen",
    async close() {
      for (const server of [page, standIn, mock]) await server.close()
    },
  }
}
