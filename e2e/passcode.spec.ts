import { expect, test } from "./fixtures.ts"
import { askForCode, codeField, failure, typeCredentials } from "./sign-in-steps.ts"

test("LOGIN-04 LOGIN-16 the six boxes accept typing and pasting", async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto(site("harbor"))
  await askForCode(page, "maria.santos")
  const confirm = page.getByRole("button", { name: "Confirm Code" })
  await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code")
  await page.keyboard.type("12345")
  await expect(confirm).toBeDisabled()
  await page.keyboard.type("o")
  await expect(codeField(page)).toHaveValue("12345")
  await expect(page.getByText("Please enter all six digits.")).toBeVisible()
  // A complete code replaces the existing digits.
  await page.evaluate(() => navigator.clipboard.writeText("Your code: \u200e123-456 "))
  await page.keyboard.press("Control+V")
  await expect(codeField(page)).toHaveValue("123456")
  await expect(confirm).toBeEnabled()
})

test("LOGIN-04 closing the dialog keeps the typed credentials @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  await askForCode(page, "maria.santos")
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("maria.santos")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Anchor-2026")
})

test("LOGIN-14 the code step survives a reload, and Back closes it and stays at the login", {
  tag: "@phone",
}, async ({ page, site, readCode }) => {
  await page.goto(site("harbor"))
  await typeCredentials(page, "grace.adeyemi")
  await page.getByRole("button", { name: "Show password" }).click()
  // The second click hits the dialog or the busy button.
  await page.getByRole("button", { name: "Log In" }).dblclick()
  await codeField(page).waitFor()
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password")
  const code = await readCode("grace.adeyemi")

  await page.goBack()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Anchor-2026")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByText("We sent a one-time code to g•••••@example.com a mo")).toBeVisible()

  await page.reload()
  await expect(page.getByText("We have sent a one-time code to g•••••@")).toBeVisible()
  await expect(page.getByRole("button", { name: "Request another code" })).toBeDisabled()
  const kept = JSON.stringify(await page.evaluate(() => [history.state, { ...sessionStorage }]))
  expect(kept).not.toContain("Anchor")
  await codeField(page).fill(code)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  await page.goBack()
  await expect(page, "the login is no step on the way back").toHaveURL("about:blank")
})

test("LOGIN-05 another code can be requested when the countdown of 60 seconds ends, and both codes are valid @phone @prove", async ({
  page,
  site,
  readCode,
  advance,
}) => {
  await page.goto(site("harbor"))
  await askForCode(page, "james.okafor")
  const first = await readCode("james.okafor")
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
  await page.getByRole("button", { name: "Log In" }).click()
  const before = page.getByText("We sent a one-time code to j•••••@example.com a moment ago")
  await expect(before).toBeVisible()
  const another = page.getByRole("button", { name: "Request another code" })
  await expect(another).toBeDisabled()
  await advance({ seconds: 55 })
  await expect(another).toBeDisabled()
  await advance({ seconds: 5 })
  await expect(another).toBeEnabled()
  await another.click()
  await expect(page.getByRole("status").filter({ hasText: "SUCCESS" })).toBeVisible()
  await expect(before, "the text above the boxes is about the newest code").toBeHidden()
  await expect(page.getByText("We have sent a one-time code to j•••••@example.com")).toBeVisible()
  await expect(another).toBeDisabled()
  expect(await readCode("james.okafor")).not.toBe(first)

  await codeField(page).fill(first)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

test("LOGIN-05 LOGIN-06 five wrong codes end the attempt until the person requests another @phone @prove", async ({
  page,
  site,
  readCode,
  advance,
}) => {
  await page.goto(site("harbor"))
  await askForCode(page, "robert.chen")
  const right = await readCode("robert.chen")
  const wrong = right === "111111" ? "222222" : "111111"
  const confirm = page.getByRole("button", { name: "Confirm Code" })
  const error = page.getByRole("status").filter({ hasText: "ERROR" })
  for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
    await codeField(page).fill(wrong)
    await confirm.click()
    await expect(error).toContainText(left)
    await expect(codeField(page)).toBeFocused()
  }
  await codeField(page).fill(wrong)
  await confirm.click()
  await expect(error).toContainText("too many tries")
  await codeField(page).fill(right)
  await expect(confirm).toBeDisabled()

  const another = page.getByRole("button", { name: "Request another code" })
  await expect(another).toBeDisabled()
  await advance({ seconds: 60 })
  await another.click()
  await codeField(page).fill(await readCode("robert.chen"))
  await confirm.click()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

test("LOGIN-05 the page uses the server's cool-down @phone @prove", async ({
  page,
  site,
  advance,
}) => {
  await page.route("**/appauth/passcode/verification", (route) =>
    route.fulfill({
      json: {
        disableVerifyPassCode: true,
        passCodeCoolDownPeriod: 180,
        status: "ERROR",
        statusMessage: "Please wait three minutes.",
      },
    }),
  )
  await page.goto(site("harbor"))
  await askForCode(page, "grace.adeyemi")
  await codeField(page).fill("123456")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Please wait three minutes.")).toBeVisible()
  await advance({ seconds: 120 })
  const another = page.getByRole("button", { name: "Request another code" })
  await expect(another).toBeDisabled()
  await advance({ seconds: 60 })
  await expect(another).toBeEnabled()
})

test("LOGIN-06 status and message show below the boxes, errors in red and others in green @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  await askForCode(page, "dorothy.lindqvist")
  const answers = [
    { status: "ERROR", statusMessage: "That code is not correct.", strongest: 0 },
    { status: "SUCCESS", statusMessage: "We have sent another code.", strongest: 1 },
  ]
  for (const { status, statusMessage, strongest } of answers) {
    await page.route(
      "**/appauth/passcode/verification",
      (route) => route.fulfill({ json: { status, statusMessage } }),
      { times: 1 },
    )
    await codeField(page).fill("123456")
    await page.keyboard.press("Enter")
    await expect(page.getByText(statusMessage)).toBeVisible()
    const word = page.getByText(status, { exact: true })
    const color = await word.evaluate((element) => getComputedStyle(element).color)
    const parts = color.match(/\d+/g)?.slice(0, 3).map(Number) ?? []
    expect(parts.indexOf(Math.max(...parts)), `${status} is ${color}`).toBe(strongest)
    await expect(word.locator("..").locator("svg")).toBeVisible()
    const boxes = await codeField(page).boundingBox()
    const words = await word.boundingBox()
    expect(words?.y).toBeGreaterThan((boxes?.y ?? 0) + (boxes?.height ?? 0) - 1)
    expect(words?.height, "the status in one line").toBeLessThan(40)
  }
})

test("a failed check shows in the dialog, and the code can be sent again @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(site("harbor"))
  await askForCode(page, "siobhan.obrien")
  await page.route(
    "**/appauth/passcode/verification",
    (route) => route.fulfill({ status: 429, json: failure("Please wait a minute.") }),
    { times: 1 },
  )
  await codeField(page).fill(await readCode("siobhan.obrien"))
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog").getByText("Please wait a minute.")).toBeVisible()
  await page.getByRole("button", { name: "Confirm Code" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})
