import { availableParallelism } from "node:os"
import { defineConfig } from "@playwright/test"
import { findHeadlessChromium, quietFlags } from "#testing/chromium.ts"

// Workers read this file too: they find it settled.
process.env.CHROMIUM_PATH ??= findHeadlessChromium()

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/** What looks at both widths by itself, or is the same at any; of other files, tests with @once. */
const once = [
  "analytics.spec.ts",
  "card-numbers.spec.ts",
  "hostile-markup.spec.ts",
  "recovery-keyboard.spec.ts",
  "registration-keyboard.spec.ts",
  "staff-acting-ends.spec.ts",
  "staff-authenticator.spec.ts",
  "staff-deleted.spec.ts",
  "staff-keyboard.spec.ts",
  "staff-lock-out.spec.ts",
  "staff-pays.spec.ts",
]

export default defineConfig<{ engine: "PGlite" | "PostgreSQL" }>({
  testDir: "e2e",
  outputDir: "test-results",
  workers: Math.min(2, availableParallelism()),
  forbidOnly: true,
  // A shared machine can stall a browser for seconds. What passes at the second try only is said.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: "test-results/report.json" }]],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: quietFlags },
    locale: "en-US",
    // Nobody waits for a transition; the specs of transitions turn them on.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // A trace of every test would cost as much as the tests.
    trace: "on-first-retry",
  },
  projects: [
    { name: "desktop", use: desktop },
    // On the other engine, where `npm test` has started one.
    {
      name: "phone",
      use: { ...phone, engine: "PostgreSQL" },
      testIgnore: once,
      grepInvert: /@once/,
    },
  ],
})
