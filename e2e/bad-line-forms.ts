import type { Locator, Page } from "@playwright/test"
import { openAddress, typeCard } from "./card-form.ts"
import { openResetLink, type Tools } from "./open-states.ts"
import { ana, chooseCredentials, giveName, identify, verify } from "./registration-steps.ts"
import { askForCode, codeField, typeCredentials } from "./sign-in-steps.ts"

interface FormTools extends Tools {
  open: (site: string, path: string) => Promise<void>
}

export interface BadLineForm {
  name: string
  /** The end of the address to which the form is sent. */
  call: string
  /** The name of the button that submits it. */
  submit: string
  /** The text about the connection, if it is not the connectivity text. */
  says?: string
  /** Opens the form, fills it in, and returns the part of the page around it. */
  fill: (tools: FormTools) => Promise<Locator>
  /**
   * Continues to the confirmation that submits it, and returns the part of the page around that.
   */
  goOn?: (page: Page) => Promise<Locator>
  /** The button that returns from there to the fields. */
  back?: string
}

const newPassword = "Lantern-2027"

export const customerForms: BadLineForm[] = [
  {
    name: "login",
    call: "/appauth/login",
    submit: "Log In",
    async fill({ page, open }) {
      await open("harbor", "/")
      await typeCredentials(page, "maria.santos")
      return page.getByRole("main")
    },
  },
  {
    name: "one-time code",
    call: "/appauth/passcode/verification",
    submit: "Confirm Code",
    async fill({ page, open, readCode }) {
      await open("harbor", "/")
      await askForCode(page, "james.okafor")
      await codeField(page).fill(await readCode("james.okafor"))
      return page.getByRole("dialog")
    },
  },
  {
    name: "forgotten username",
    call: "/appauth/forgotUsername",
    submit: "Send recovery email",
    async fill({ page, open }) {
      await open("harbor", "/forgot-username")
      await page.getByLabel("Certificate/Plan Number", { exact: true }).fill(ana.planNumber)
      await page.getByLabel("First name").fill(ana.firstName)
      await page.getByLabel("Last name").fill(ana.lastName)
      await page.getByLabel("Email", { exact: true }).fill(ana.email)
      return page.getByRole("main")
    },
  },
  {
    name: "forgotten password, security question",
    call: "/appauth/forgotPassword",
    submit: "Submit",
    async fill({ page, open }) {
      await open("harbor", "/forgot-password")
      await page.getByLabel("Username", { exact: true }).fill("grace.adeyemi")
      await page.keyboard.press("Enter")
      await page.getByLabel("Your answer").fill("ibadan")
      return page.getByRole("main")
    },
  },
  {
    name: "registration, plan number",
    call: "/appauth/registration/policyNumber",
    submit: "Next",
    async fill({ page, open }) {
      await open("harbor", "/account-details")
      await page.getByLabel("Certificate/Plan Number", { exact: true }).fill(ana.planNumber)
      return page.getByRole("main")
    },
  },
  {
    name: "registration, person",
    call: "/appauth/registration/personalInfo",
    submit: "Next",
    async fill({ page, open }) {
      await open("harbor", "/account-details")
      await identify(page, ana)
      await page.getByLabel("First name").fill(ana.firstName)
      await page.getByLabel("Last name").fill(ana.lastName)
      await page.getByLabel("Email", { exact: true }).fill(ana.email)
      return page.getByRole("main")
    },
  },
  {
    name: "registration, username and password",
    call: "/appauth/registration",
    submit: "Complete registration",
    async fill({ page, open, readCode }) {
      await open("harbor", "/account-details")
      await identify(page, ana)
      await giveName(page, ana)
      await verify(page, await readCode(ana.email))
      await chooseCredentials(page, "ana.duarte", newPassword)
      return page.getByRole("main")
    },
  },
  {
    name: "contact information",
    call: "/myaccount-core/profile",
    submit: "Save changes",
    async fill({ page, login, open }) {
      await login("harbor", "maria.santos")
      await open("harbor", "/my-profile")
      await page.getByRole("button", { name: "Make Changes" }).click()
      const dialog = page.getByRole("dialog", { name: "Contact Information" })
      await dialog.getByLabel("Phone Number").fill("(401) 555-0100")
      return dialog
    },
  },
  {
    name: "new password",
    call: "/myaccount-core/profile/password",
    submit: "Save changes",
    async fill({ page, login, open }) {
      await login("harbor", "maria.santos")
      await open("harbor", "/my-profile")
      await page.getByRole("button", { name: "Change Password" }).click()
      const dialog = page.getByRole("dialog", { name: "Change Password" })
      await dialog.getByLabel("Old password", { exact: true }).fill("Anchor-2026")
      await dialog.getByLabel("New password", { exact: true }).fill(newPassword)
      await dialog.getByLabel("Confirm password", { exact: true }).fill(newPassword)
      return dialog
    },
  },
  {
    name: "security question",
    call: "/myaccount-core/profile/securityDetails",
    submit: "Save changes",
    async fill({ page, login, open }) {
      await login("harbor", "maria.santos")
      await open("harbor", "/my-profile")
      await page.getByRole("button", { name: "Change: security question and answer" }).click()
      const dialog = page.getByRole("dialog", { name: "Change Security Q&A" })
      await dialog.getByLabel("Security question").selectOption({ index: 2 })
      await dialog.getByLabel("Security answer").fill("Lighthouse keeper")
      return dialog
    },
  },
  {
    name: "new payment method",
    call: "/tokens",
    submit: "Add Payment Method",
    says: "The service that stores cards and bank accounts did not answer, so nothing was saved.",
    async fill({ page, login, open }) {
      await login("harbor", "maria.santos")
      await open("harbor", "/payment-center/payment-methods")
      await page.getByRole("button", { name: "Add Payment Method" }).click()
      const dialog = page.getByRole("dialog", { name: "Add Payment Method" })
      await dialog.getByLabel("Card Type").selectOption("VISA")
      await dialog.getByLabel("Cardholder Name").fill("Maria Santos")
      await typeCard(dialog, { number: "4242 4242 4242 4242" })
      await openAddress(dialog)
      await dialog.getByLabel("Address 1").fill("12 Quay Street")
      await dialog.getByLabel("City").fill("Portland")
      await dialog.getByLabel("State").selectOption("ME")
      await dialog.getByLabel("Zip").fill("04101")
      return dialog
    },
  },
  {
    name: "payment",
    call: "/myaccount-core/payNow",
    submit: "I Agree",
    says: "The connection was lost while we sent your payment.",
    async fill({ page, login }) {
      await login("harbor", "maria.santos")
      await page.getByRole("button", { name: "Pay Now" }).first().click()
      await page.getByRole("button", { name: "Submit Payment" }).click()
      return page.getByRole("dialog", { name: "Payment Authorization" })
    },
  },
  {
    name: "new password of a reset link",
    call: "/appauth/resetPassword",
    submit: "Submit new password",
    async fill(tools) {
      await openResetLink(tools)
      const { page } = tools
      await page.getByLabel("New password", { exact: true }).fill(newPassword)
      await page.getByLabel("Confirm password", { exact: true }).fill(newPassword)
      return page.getByRole("main")
    },
  },
  {
    name: "auto pay",
    call: "/myaccount-core/paymentFrequency",
    submit: "I Agree",
    async fill({ page, login, open }) {
      await login("harbor", "maria.santos")
      await open("harbor", "/payment-center/products")
      await page.getByRole("radio", { name: "Whole Life Insurance" }).click()
      await page.getByRole("button", { name: "Change Auto Pay or Frequency" }).click()
      const dialog = page.getByRole("dialog", { name: "Change Auto Pay or Frequency" })
      await dialog.getByLabel("Payment frequency").selectOption("Q")
      await dialog.getByLabel("Auto pay method").selectOption({ label: "Checking ending in 6789" })
      return dialog
    },
    async goOn(page) {
      await page.getByRole("button", { name: "Save Changes" }).click()
      return page.getByRole("dialog", { name: "Payment Authorization" })
    },
    back: "I Do Not Agree",
  },
]
