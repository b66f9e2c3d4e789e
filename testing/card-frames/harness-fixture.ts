// Runs in the page of e2e/card-frames.spec.ts: a form around the frames of a gateway, as the form of
// payment methods has.

import {
  type BankEntry,
  type CardFrames,
  type ConnectedBank,
  EntryRefused,
  type Frame,
  type FrameName,
  type FrameSetup,
  type FrameState,
  frameNames,
  type GatewayInBrowser,
  GatewayUnreachable,
} from "#web/payments/fields/contract.ts"
import { gatewayForm } from "#web/payments/fields/open.ts"

/** "" or an error of the contract with its detail, such as "EntryRefused number". */
type Outcome<Value> = { value?: Value; error: string }

const gateway = JSON.parse(document.body.dataset.gateway ?? "") as GatewayInBrowser
const address = { lines: ["1 Harbor Street"], city: "Chicago", state: "IL", zip: "60601" }
const bank: BankEntry = {
  ...{ routing: "110000000", account: "000123456789", type: "checking" },
  ...{ holder: "Maria Santos", address },
}
const setup: FrameSetup = {
  label: "",
  hint: "",
  error: "",
  look: {
    ...{ color: "rgb(10, 20, 30)", placeholderColor: "gray", errorColor: "rgb(200, 0, 0)" },
    ...{ fontFamily: "serif", fontSize: "18px", colorScheme: "light" },
  },
}

const states: Partial<Record<FrameName, FrameState>> = {}
const log: string[] = []
const frames: Partial<Record<FrameName, Frame>> = {}
let card: CardFrames | undefined

for (const name of frameNames) {
  document.getElementById(`label-${name}`)?.addEventListener("click", () => frames[name]?.focus())
}
document.querySelector("form")?.addEventListener("submit", (event) => {
  event.preventDefault()
  log.push("submit")
})

async function outcomeOf<Value>(act: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await act(), error: "" }
  } catch (error) {
    if (error instanceof EntryRefused) return { error: `${error.name} ${error.field}` }
    if (error instanceof GatewayUnreachable) return { error: `${error.name} ${error.reason}` }
    throw error
  }
}

const harness = {
  states,
  log,
  /** Opens a card form and mounts its three frames. */
  open: async () =>
    await outcomeOf(async () => {
      const opened = await (await gatewayForm(gateway)).openCard(gateway)
      card = opened
      for (const name of frameNames) {
        const slot = document.getElementById(name) as HTMLElement
        const label = document.getElementById(`label-${name}`)?.textContent ?? ""
        const events = {
          onChange: (state: FrameState) => {
            states[name] = state
          },
          onFocus: () => void log.push(`focus ${name}`),
          onBlur: () => void log.push(`blur ${name}`),
          onEnter: () => void log.push(`enter ${name}`),
          onEscape: () => void log.push(`escape ${name}`),
        }
        frames[name] = await opened.mount(name, slot, { ...setup, label }, events)
      }
    }),
  token: async () =>
    await outcomeOf(async () => await card?.token({ holder: "Maria Santos", address })),
  update: (name: FrameName, look: Partial<FrameSetup["look"]>) =>
    frames[name]?.update({ ...setup, look: { ...setup.look, ...look } }),
  clear: (name: FrameName) => frames[name]?.clear(),
  close: () => card?.close(),
  bankToken: async () =>
    await outcomeOf(async () => await (await gatewayForm(gateway)).bankToken(gateway, bank)),
  connectBank: async (session: string): Promise<Outcome<ConnectedBank | undefined>> =>
    await outcomeOf(async () => {
      const customer = { holder: "Maria Santos", email: "maria.santos@example.com" }
      return await (await gatewayForm(gateway)).connectBank(gateway, session, customer)
    }),
}

declare global {
  interface Window {
    cards: typeof harness
  }
}
window.cards = harness
