import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** A page in a real browser, over its own protocol. */
export interface BrowserPage {
  open(address: string): Promise<void>
  /**
   * The first control that matches a selector and has an accessible name, as the browser computes
   * it for assistive technology.
   */
  find(selector: string, name: string): Promise<Control | undefined>
  /** The value of an expression in the page. */
  read<Value>(expression: string): Promise<Value>
  /** Types into the first field of the frame in an element, and presses a key there. */
  typeInFrame(within: string, text: string, key: "Tab" | "Enter"): Promise<void>
  /** A PNG of the visible part. */
  screenshot(): Promise<Uint8Array>
  /** Errors that the page threw, if the protocol reports them. */
  faults: readonly string[]
  close(): Promise<void>
}

export interface Control {
  click(): Promise<void>
  type(text: string): Promise<void>
}

/**
 * Drives a page as a person does: finds controls by name, waits until they can be used, and checks
 * the result.
 */
export interface Visit {
  open(address: string): Promise<void>
  click(name: string): Promise<void>
  type(label: string, text: string): Promise<void>
  /** Types into the gateway's frame in a field, and presses a key there. */
  typeInFrame(label: string, text: string, key: "Tab" | "Enter"): Promise<void>
  /** Chooses an option of a select element, by the option's text. */
  choose(label: string, option: string): Promise<void>
  /** Waits until the page shows a text. */
  see(text: string): Promise<void>
  /** Saves a picture, and checks that the page does not scroll sideways. */
  picture(name: string): Promise<void>
}

const folder = join("test-results", "browsers")
/** Milliseconds. A busy machine can stall a browser for seconds. */
const patience = 60_000
const pause = 100

const twoFrames =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"

/** `name` is the prefix of the pictures' names in test-results/browsers/. */
export function visitWith(page: BrowserPage, name: string): Visit {
  async function act(selector: string, label: string, action: (control: Control) => Promise<void>) {
    await until(`a control named "${label}"`, async () => {
      // A modal dialog covers the controls behind it.
      const isModal = await page.read<boolean>("!!document.querySelector('dialog[open]')")
      const within = isModal ? `dialog[open] :is(${selector})` : selector
      const control = await page.find(within, label)
      if (!control) return false
      await action(control)
      return true
    })
  }

  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + patience
    let error: unknown
    while (Date.now() < end) {
      try {
        if (await isSo()) return
      } catch (cause) {
        // The page can replace a control while it is used.
        error = cause
      }
      await sleep(pause)
    }
    const text = await page.read<string>("document.body.innerText").catch(() => "")
    throw new Error(`${name} does not show ${what}, but:\n${text.slice(0, 2_000)}`, {
      cause: error,
    })
  }

  return {
    open: (address) => page.open(address),
    click: (label) =>
      act("button:enabled, a, input[type=checkbox]", label, (control) => control.click()),
    type: (label, text) => act("input:enabled", label, (control) => control.type(text)),
    typeInFrame: (label, text, key) =>
      until(`a frame named "${label}"`, async () => {
        const within = `[role=group][aria-label="${label}"]`
        const frame = `document.querySelector('${within} iframe')`
        if (!(await page.read<boolean>(`!!${frame}`))) return false
        // It is hidden while it loads.
        if ((await page.read(`getComputedStyle(${frame}).visibility`)) !== "visible") return false
        await page.typeInFrame(within, text, key)
        return true
      }),
    choose: (label, option) =>
      act("select:enabled", label, async (control) => await control.type(option)),
    see: (text) =>
      until(`"${text}"`, () =>
        page.read(`document.body.innerText.includes(${JSON.stringify(text)})`),
      ),
    async picture(screen) {
      await until("a page at rest", () =>
        page.read("document.getAnimations().every(({ playState }) => playState === 'finished')"),
      )
      // A picture shows the last rendered frame.
      await page.read(twoFrames)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${name}-${screen}.png`), await page.screenshot())
      const tooWide = await page.read<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      )
      if (tooWide > 0) throw new Error(`${name}-${screen}: ${tooWide}px wider than the window`)
    },
  }
}
