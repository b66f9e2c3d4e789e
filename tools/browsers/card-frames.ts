import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import { openStripe } from "#testing/card-frames/gateways.ts"
import type { BrowserPage } from "./visit.ts"

/** Milliseconds. */
const patience = 60_000

/**
 * Types a card into the frames of each gateway, moves through them with Tab, and gets a token.
 *
 * Errors: an `Error` with what the page has, or with the error that it threw.
 */
export async function walkCardFrames(openPage: () => Promise<BrowserPage>): Promise<void> {
  const gateway = await openStripe()
  const page = await openPage()
  try {
    await page.open(gateway.page)
    assert.equal(await outcomeOf<string>(page, "open().then(({ error }) => error)"), "")
    for (const [name, text, next] of [
      ["number", "4242424242424242", "#expiration iframe"],
      ["expiration", "1231", "#code iframe"],
      ["code", "917", "button"],
    ] as const) {
      await page.typeInFrame(`#${name}`, text, "Tab")
      await until(page, `document.activeElement === document.querySelector("${next}")`)
      await until(page, `window.cards.states.${name}.isComplete`)
    }
    await page.typeInFrame("#code", "", "Enter")
    await until(page, `window.cards.log.includes("enter code")`)
    const token = await outcomeOf<string>(page, "token().then(({ value }) => value)")
    assert.equal(await gateway.shownCard(token), "4242 12/2031")
    assert.deepEqual(page.faults, [])
  } finally {
    await page.close()
    await gateway.close()
  }
}

/** What a call of the page's `cards` resolves to. Not every driver waits for promises. */
async function outcomeOf<Value>(page: BrowserPage, call: string): Promise<Value> {
  const set = "(outcome) => { window.outcome = { outcome } }"
  await until(page, "window.cards !== undefined")
  await page.read(`void (window.outcome = undefined, window.cards.${call}.then(${set}))`)
  await until(page, "window.outcome !== undefined")
  return await page.read<Value>("window.outcome.outcome")
}

async function until(page: BrowserPage, condition: string): Promise<void> {
  const end = performance.now() + patience
  while (!(await page.read<boolean>(`Boolean(${condition})`))) {
    if (performance.now() > end) {
      const now = await page.read("JSON.stringify([window.cards?.states, window.cards?.log])")
      throw new Error(`Not true: ${condition}. The page has ${now}`)
    }
    await sleep(100)
  }
}
