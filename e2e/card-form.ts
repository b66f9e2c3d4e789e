import type { FrameLocator, Locator, Page } from "@playwright/test"

/** The labels of the gateway's frames in the form of a card. */
const frameLabels = {
  number: "Credit Card Number",
  expiration: "Exp Date",
  code: "CVV/CVC",
} as const
type FrameName = keyof typeof frameLabels

/** The field in a frame of the form. */
export function frameField(form: Page | Locator, name: FrameName): Locator {
  const frame: FrameLocator = form.frameLocator(`iframe[title="${frameLabels[name]}"]`)
  return frame.getByRole("textbox", { name: frameLabels[name] })
}

/** Types into the frames of the form. */
export async function typeCard(
  form: Page | Locator,
  { number, expiration = "08/31", code = "123" }: Partial<Record<FrameName, string>>,
): Promise<void> {
  if (number !== undefined) await frameField(form, "number").fill(number)
  await frameField(form, "expiration").fill(expiration)
  await frameField(form, "code").fill(code)
}

/** Opens the fields of the billing address, which a line replaces if it is the one on file. */
export async function openAddress(form: Page | Locator): Promise<void> {
  await form.getByRole("button", { name: "Change the billing address" }).click()
}
