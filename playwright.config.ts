import { availableParallelism } from "node:os"
import { defineConfig } from "@playwright/test"
import { findHeadlessChromium, quietFlags } from "#testing/chromium.ts"
import type { AccountSystemPlace } from "#testing/e2e-server.ts"

// Each worker reads this file again and finds the variable set.
process.env.CHROMIUM_PATH ??= findHeadlessChromium()

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/**
 * Files that set the widths themselves or look the same at every width. In other files, tests that
 * need one width only have the tag @once.
 */
const once = [
  "analytics.spec.ts",
  "card-frames.spec.ts",
  "card-numbers.spec.ts",
  "hostile-markup.spec.ts",
  "pglite.spec.ts",
  "recovery-keyboard.spec.ts",
  "registration-keyboard.spec.ts",
  "staff-acting-ends.spec.ts",
  "staff-authenticator.spec.ts",
  "staff-deleted.spec.ts",
  "staff-keyboard.spec.ts",
  "staff-lock-out.spec.ts",
  "staff-pays.spec.ts",
  "stripe-form.spec.ts",
]

/** Files of signing in and of money, which run with an account system over HTTP too. */
const moneyAndSignIn = [
  ...["auto-pay*", "pay-*", "payment-*", "authentication", "unverified-account"],
  ...["dashboard", "product*", "documents", "profile", "new-email", "unsubscribe"],
  ...["sign-in", "passcode", "registration*", "recovery*", "forgot-username", "union", "transfer"],
  ...["acting*", "corrections", "ledger", "pays", "refunds", "search", "second-agent"].map(
    (name) => `staff-${name}`,
  ),
  ...["staff-stops-auto-pay", "staff-transfer"],
].map((name) => `${name}.spec.ts`)

const overHttp = {
  use: { ...desktop, engine: "PostgreSQL", accountSystem: "http" },
  testMatch: moneyAndSignIn,
} as const

export default defineConfig<{
  engine: "PGlite" | "PostgreSQL"
  isOlder: boolean
  accountSystem: AccountSystemPlace
}>({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/start-postgres.ts",
  workers: Math.min(2, availableParallelism()),
  forbidOnly: true,
  // A test that passes only on a retry has failed.
  retries: 0,
  // A busy machine can stall a browser for seconds.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Without the limit the browser starts a process in reserve for each page.
      args: [...quietFlags, "--renderer-process-limit=1"],
    },
    locale: "en-US",
    // Tests do not wait for transitions; the tests of transitions turn them on.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording a trace costs as much time as running the test.
    trace: "off",
  },
  // `npm test` runs `desktop` and `phone`; `npm run prove` runs `desktop-prove`, `phone-all`,
  // `older`, `over-http` and `over-http-prove`.
  projects: [
    { name: "desktop", use: { ...desktop, engine: "PostgreSQL" }, grepInvert: /@prove|@phone/ },
    { name: "desktop-prove", use: { ...desktop, engine: "PostgreSQL" }, grep: /@prove|@phone/ },
    {
      name: "phone",
      use: { ...phone, engine: "PostgreSQL" },
      grep: /@phone/,
      grepInvert: /@prove/,
    },
    { name: "older", use: { ...phone, engine: "PostgreSQL", isOlder: true }, grep: /@older/ },
    { name: "over-http", ...overHttp, grepInvert: /@prove/ },
    { name: "over-http-prove", ...overHttp, grep: /@prove/ },
    {
      name: "phone-all",
      use: { ...phone, engine: "PGlite" },
      testIgnore: once,
      // Tests with both @prove and @phone run here.
      grepInvert: /@once|^(?!.*@phone).*@prove/,
    },
  ],
})
