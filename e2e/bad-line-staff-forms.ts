import type { Page } from "@playwright/test"
import type { BadLineForm } from "./bad-line-forms.ts"
import { moneyOf, payDue, type Tools } from "./open-states.ts"
import { typeCredentials } from "./sign-in-steps.ts"

export const staffForms: BadLineForm[] = [
  {
    name: "login of staff",
    call: "/appauth/login",
    submit: "Log In",
    async fill({ page, open }) {
      await open("support", "/")
      await typeCredentials(page, "agent.kim")
      return page.getByRole("main")
    },
  },
  {
    name: "staff's search",
    call: "/myaccount-core/agent/clients",
    submit: "Search",
    async fill({ page, login }) {
      await login("support", "agent.kim")
      await page.getByRole("textbox", { name: "Policy number" }).fill("4003120956")
      return page.getByRole("main")
    },
  },
  {
    name: "credit",
    call: "/myaccount-core/agent/corrections",
    submit: "Give the credit of $10.00",
    fill: (tools) => fillAmount(tools, /^Give a credit/, "Amount"),
    goOn: confirmation,
    back: "Back",
  },
  {
    name: "write-off",
    call: "/myaccount-core/agent/corrections",
    submit: "Write off $10.00",
    fill: (tools) => fillAmount(tools, /^Write off the bill/, "Amount"),
    goOn: confirmation,
    back: "Back",
  },
  {
    name: "refund",
    call: "/myaccount-core/agent/refunds",
    submit: "Refund $10.00",
    async fill(tools) {
      await payDue(tools)
      const dialog = await fillAmount(tools, /^Refund/, "Refund amount")
      await dialog.getByLabel("What the customer owes afterward").selectOption("credit")
      return dialog
    },
    goOn: confirmation,
    back: "Back",
  },
]

async function fillAmount(tools: Tools, button: RegExp, label: string) {
  await moneyOf(tools)
  const { page } = tools
  await page.getByRole("button", { name: button }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(label).fill("10")
  await dialog.getByLabel("Reason").fill("Letter came late")
  return dialog
}

async function confirmation(page: Page) {
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Continue" }).click()
  return dialog
}
