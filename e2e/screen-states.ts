import { type ScreenName, screens } from "#contracts/screens.ts"
import { expect } from "./fixtures.ts"
import {
  acting,
  as,
  askForStepUpCode,
  askQuestion,
  at,
  moneyOf,
  onChargeDay,
  openedAddress,
  openResetLink,
  paid,
  payDue,
  payNow,
  registration,
  type ScreenState,
  setUpAuthenticator,
  staff,
  state,
  warnedOfIdleness,
  withoutFrames,
  wrongCard,
} from "./open-states.ts"
import { askForCode } from "./sign-in-steps.ts"
import { find } from "./staff.ts"
import { waysOf } from "./transfer-ways.ts"

const popups: (string | RegExp)[] = [
  "Terms of Service",
  "Privacy Policy",
  "Contact Us",
  "About Us",
  /^More$/,
]

/** Screens with other states than the one that their address opens. */
const listed: Partial<Record<ScreenName, readonly ScreenState[]>> = {
  login: [
    state("of a brand", at("harbor", "/"), [...popups, "Contact us by phone"]),
    state("of a group", at("trades", "/")),
    state("with the code dialog", async ({ page, site }) => {
      await page.goto(site("harbor"))
      await askForCode(page, "maria.santos")
    }),
  ],
  supportLogin: [
    state("", at("support", "/")),
    state("with the set-up of an authenticator app", setUpAuthenticator),
  ],
  logInLink: [state("without a link", at("harbor", "/log-in-link"))],
  providerLogin: [state("without an answer", at("support", "/log-in/none"))],
  emailChange: [state("without a link", at("harbor", "/email-change/yes"))],
  loggingIn: [
    state("with a used link", at("harbor", "/logging-in/used")),
    state("with a question", async ({ page, app, port, login }) => {
      await login("electricians", "tom.reilly")
      await page.goto(await waysOf(app, port).linkOf("yolanda.jefferson"))
      await page.getByRole("button", { name: "Stay logged in as Tom Reilly" }).waitFor()
    }),
  ],
  dashboard: [
    state("with four products", as("maria.santos", "/dashboard"), popups),
    state("with many products", as("dorothy.lindqvist", "/dashboard")),
    state("with an earlier bill that Auto Pay pays", as("robert.chen", "/dashboard")),
    onChargeDay("with a failed auto pay", "robert.chen", "/dashboard"),
    onChargeDay("with a suspended auto pay", "frances.doyle", "/dashboard"),
    state("with a late bill that Auto Pay pays", as("frances.doyle", "/dashboard")),
    state("with nothing to pay", as("grace.adeyemi", "/dashboard")),
    state("with Auto Pay alone", as("yolanda.jefferson", "/dashboard", "electricians")),
    state("with a long name", as("anastasia.papakonstantinou", "/dashboard")),
    state("of a brand with large text", as("lena.fischer", "/dashboard", "wayfarer")),
    state("of a union", as("tom.reilly", "/dashboard", "electricians")),
    state("of staff", acting("/dashboard")),
    state("with the warning of inactivity", warnedOfIdleness),
  ],
  profile: [
    state("", as("maria.santos", "/my-profile"), [
      "Make Changes",
      "Change Password",
      "Change: security question and answer",
    ]),
    state("of a brand with large text", as("lena.fischer", "/my-profile", "wayfarer")),
    state("of a union", as("tom.reilly", "/my-profile", "electricians")),
    state("of staff", acting("/my-profile")),
    state("with the step-up code", askForStepUpCode),
  ],
  paymentCenter: [
    state("with four products", as("maria.santos", "/payment-center/products"), [
      /^What's in the amount/,
    ]),
    state(
      "with auto pay",
      async (tools) => {
        await as("maria.santos", "/payment-center/products")(tools)
        await tools.page.getByRole("radio", { name: /Whole Life/ }).check()
      },
      ["Change Auto Pay or Frequency", "Turn off Auto Pay", "Skip this payment"],
    ),
    state("with many products", as("dorothy.lindqvist", "/payment-center/products")),
    onChargeDay("with a failed auto pay", "robert.chen", "/payment-center/products"),
    onChargeDay("with a suspended auto pay", "frances.doyle", "/payment-center/products"),
    state("of a brand with large text", as("lena.fischer", "/payment-center/products", "wayfarer")),
    state("of a union", as("tom.reilly", "/payment-center/products", "electricians")),
    state("of staff", acting("/payment-center/products")),
  ],
  paymentMethods: [
    state("", as("maria.santos", "/payment-center/payment-methods"), [
      "Add Payment Method",
      "Edit",
      "Delete",
    ]),
    state("with errors in a new card", wrongCard),
    state("with an open billing address", openedAddress),
    state("without the frames of a new card", withoutFrames),
    state(
      "of a brand with large text",
      as("lena.fischer", "/payment-center/payment-methods", "wayfarer"),
    ),
    state("of a union", as("tom.reilly", "/payment-center/payment-methods", "electricians")),
    state("of staff", acting("/payment-center/payment-methods")),
  ],
  upcoming: [
    state("", as("maria.santos", "/payment-center/upcoming")),
    state("with many products", as("dorothy.lindqvist", "/payment-center/upcoming")),
    state("of a brand with large text", as("lena.fischer", "/payment-center/upcoming", "wayfarer")),
    state("of a union", as("tom.reilly", "/payment-center/upcoming", "electricians")),
  ],
  payNow: [
    state("with a method", payNow("maria.santos"), ["Submit Payment"]),
    state("without a method", payNow("james.okafor"), ["Add Payment Method"]),
    state("of a brand with large text", payNow("lena.fischer", "wayfarer")),
    state("of a union", payNow("tom.reilly", "electricians")),
    state("with a successful payment", paid),
  ],
  products: [
    state("", as("maria.santos", "/products-main")),
    state("with many products", as("dorothy.lindqvist", "/products-main")),
    state("of a brand with large text", as("lena.fischer", "/products-main", "wayfarer")),
    state("of a union", as("tom.reilly", "/products-main", "electricians")),
    state("of staff", acting("/products-main")),
  ],
  productDetails: [
    state("", as("maria.santos", "/product-details/4001930427")),
    state("of an unknown product", as("maria.santos", "/product-details/1")),
    state("of staff", acting("/product-details/4001930427")),
  ],
  customerHome: [
    state("", staff(), ["Change my password"]),
    state(
      "with a result",
      async (tools) => {
        await staff()(tools)
        await find(tools.page, "Username", "maria.santos")
      },
      [/^Reset Password/, /^Change Email/, /^Delete Account/],
    ),
    state("with bills", moneyOf, [/^Give a credit/, /^Write off the bill/]),
    state(
      "with payments",
      async (tools) => {
        await payDue(tools)
        await moneyOf(tools)
      },
      [/^Refund/],
    ),
    state("with the ledger", async (tools) => {
      const { page, app } = tools
      await payDue(tools)
      await app.ask("giveRoles", { userid: "agent.kim", roles: ["look", "serve", "money"] })
      await staff()(tools)
      await page.getByRole("button", { name: "Ledger", exact: true }).click()
      await page.getByLabel("Client", { exact: true }).selectOption({ label: "Harbor Mutual" })
      await page.getByRole("button", { name: "Show Ledger" }).click()
      await page.getByRole("heading", { name: "By day" }).waitFor()
    }),
  ],
  status: [
    state("", async (tools) => {
      await staff()(tools)
      await tools.page.goto(`${tools.site("support")}/status`)
    }),
  ],
  forgotUsername: [
    state("", at("harbor", "/forgot-username"), [/^Where to find/]),
    state("of a group", at("trades", "/forgot-username")),
  ],
  securityQuestion: [state("", askQuestion)],
  accountDetails: [
    state("", at("harbor", "/account-details"), [/^Where to find/]),
    state("of a group", at("trades", "/account-details")),
  ],
  personalInfo: [state("", registration("Personal Information"))],
  accountVerification: [state("", registration("Account Verification"))],
  signInCreds: [
    state("", registration("Login Credentials"), [/^Read the Terms/, /^Read the Privacy/]),
  ],
  resetPassword: [
    state("with a used link", at("harbor", "/reset-password/used")),
    state("", openResetLink),
  ],
  accessibility: [
    state("", at("harbor", "/accessibility")),
    state("of a union", at("electricians", "/accessibility")),
    state("of the support site", at("support", "/accessibility")),
  ],
  unsubscribe: [
    state("with a bad link", at("harbor", "/unsubscribe/made-up")),
    state("", async ({ page, app, site }) => {
      const token = await app.ask("unsubscribeToken", "maria.santos")
      await page.goto(`${site("harbor")}/unsubscribe/${token}`)
      await page.getByRole("button", { name: "Resubscribe" }).waitFor()
    }),
  ],
}

/** A screen of customers that its address alone opens. */
function openedState(screen: ScreenName): ScreenState {
  const { path, signedIn, onlyAtSupport } = screens[screen]
  if (path.includes(":") || onlyAtSupport) throw new Error(`${screen} needs a state of its own.`)
  return state("", async (tools) => {
    await (signedIn ? as("maria.santos", path) : at("harbor", path))(tools)
    await expect(tools.page).toHaveURL(tools.site("harbor") + path)
  })
}

/** Pages of the router that are not screens. */
const otherStates: readonly ScreenState[] = [
  state("an unknown address", at("harbor", "/nowhere")),
  state("a union's address", at("electricians", "/")),
  state("a tab that has stopped", async ({ page, app, port, login }) => {
    await login("electricians", "tom.reilly")
    await page.getByRole("heading", { name: "Welcome, Tom Reilly" }).waitFor()
    const other = await page.context().newPage()
    await other.goto(await waysOf(app, port).linkOf("yolanda.jefferson"))
    await other.getByRole("button", { name: "Continue as Yolanda Jefferson" }).click()
    await page.getByRole("heading", { name: "This tab has stopped" }).waitFor()
    await other.close()
  }),
]

/** Every state in which the tests of this folder check a screen. A name begins with its screen. */
export const states: readonly ScreenState[] = [
  ...(Object.keys(screens) as ScreenName[]).flatMap((screen) =>
    (listed[screen] ?? [openedState(screen)]).map((one) => ({
      ...one,
      name: `${screen} ${one.name}`.trim(),
    })),
  ),
  ...otherStates,
]

/** The state of an unknown address prints a 404. */
export const faultsOfStates = [/status of 404 .*\/nowhere\)/]
