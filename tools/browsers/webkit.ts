import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { Builder, By, Capabilities, Key } from "selenium-webdriver"
import { freePort } from "../free-port.ts"
import type { BrowserPage } from "./visit.ts"

/** The browser's toolbar would make the window wider than a phone. */
const smallToolbar =
  "* { padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 2px }"
const height = 900

/** Opens a page in WebKitGTK over WebDriver, on a separate X server. `width` is in CSS pixels. */
export async function openWebKit(width: number): Promise<BrowserPage> {
  const folder = mkdtempSync(join(tmpdir(), "webkit-"))
  const settings = join(folder, "gtk-3.0")
  mkdirSync(settings)
  writeFileSync(join(settings, "gtk.css"), smallToolbar)
  writeFileSync(join(settings, "settings.ini"), "[Settings]\ngtk-enable-animations=0\n")

  // Without a window manager, the window below the pointer has the focus: the middle of the screen.
  const size = `${width}x${height}x24`
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  const [display] = (await once(createInterface(screen.stdout), "line")) as [string]
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${display}`, XDG_CONFIG_HOME: folder, HOME: folder }
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" })

  async function end(): Promise<void> {
    await stop(driver)
    await stop(screen)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await untilReady(port)
    const browser = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: "MiniBrowser",
          "webkitgtk:browserOptions": { binary: miniBrowser(), args: ["--automation"] },
        }),
      )
      .build()
    await browser.manage().window().setRect({ x: 0, y: 0, width, height })
    return {
      faults: [],
      open: (address) => browser.get(address),
      async find(selector, name) {
        for (const element of await browser.findElements(By.css(selector))) {
          // A control that is not rendered has no name, which this driver reports as an error.
          if ((await element.getAccessibleName().catch(() => "")) !== name) continue
          // The driver clicks even where a bar covers the edge of the window.
          await browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
          return { click: () => element.click(), type: (text) => element.sendKeys(text) }
        }
        return undefined
      },
      read: (expression) => browser.executeScript(`return ${expression}`),
      async typeInFrame(within, text, key) {
        await browser.switchTo().frame(browser.findElement(By.css(`${within} iframe`)))
        const input = await browser.findElement(By.css("input"))
        // The driver gives the focus to no element of another frame than the one that has it.
        await input.click()
        await input.sendKeys(text, key === "Tab" ? Key.TAB : Key.ENTER)
        await browser.switchTo().defaultContent()
      },
      screenshot: async () => Buffer.from(await browser.takeScreenshot(), "base64"),
      async close() {
        await browser.quit()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The path of the small browser that Debian installs with WebKitGTK. */
function miniBrowser(): string {
  const found = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").at(-1)
  if (found === undefined) throw new Error("WebKitGTK's MiniBrowser is not installed.")
  return found
}

async function untilReady(port: number): Promise<void> {
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error("WebKitWebDriver did not get ready.")
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill()
  await ended
}
