import { connectivityText } from "#contracts/connectivity.ts"
import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { goOffline } from "./idle-page.ts"
import { askForCode, codeField, failure, kept, typeCredentials } from "./sign-in-steps.ts"

test("LOGIN-04 LOGIN-08 LOGIN-12 a person logs in with the emailed code", {
  tag: ["@phone", "@older"],
}, async ({ page, site, readCode }) => {
  await page.goto(site("harbor"))
  await axeCheck(page)
  await typeCredentials(page, "maria.santos")
  const loginCall = page.waitForRequest("**/appauth/login")
  await page.keyboard.press("Enter")
  const login = (await loginCall).postDataJSON()
  expect(login).toEqual({
    username: "maria.santos",
    password: "Anchor-2026",
    client: "harbor",
    clientName: "Harbor Mutual",
    isCustomerUser: true,
    email: "",
    phase: "login",
    passCode: "",
    destinationType: "email",
    clientLoginIp: "127.0.0.1",
    userDeviceInfo: {
      userOS: expect.any(String),
      userOSVersion: expect.any(String),
      browserName: expect.stringContaining("Chrom"),
      browserVersion: expect.stringMatching(/^\d/),
      isMobile: expect.stringMatching(/^[YN]$/),
      mobileModel: expect.any(String),
      mobileVendor: expect.any(String),
      userAgent: expect.stringContaining("Mozilla"),
    },
  })

  await expect(codeField(page)).toBeFocused()
  await expect(page.getByText("spam folder").last()).toBeVisible()
  await axeCheck(page)
  const code = await readCode("maria.santos")
  const verification = page.waitForRequest("**/appauth/passcode/verification")
  await codeField(page).fill(code)
  await page.getByRole("button", { name: "Confirm Code" }).click()
  expect((await verification).postDataJSON()).toMatchObject({
    username: "maria.santos",
    passCode: code,
    userDeviceInfo: login.userDeviceInfo,
  })

  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  await expect(page.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeFocused()
})

test("LOGIN-01 / redirects a signed-in person to their home @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.goto(site("harbor"))
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

test("LOGIN-02 the form has every specified element: fields, show and hide, remember my username, links, Register and the one-time-code notice @phone @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(site("harbor"))
  const password = page.getByLabel("Password", { exact: true })
  await password.fill("secret")
  await expect(password).toHaveAttribute("type", "password")
  await page.getByRole("button", { name: "Show password" }).click()
  await expect(password).toHaveAttribute("type", "text")
  await page.getByRole("button", { name: "Hide password" }).click()
  await expect(password).toHaveAttribute("type", "password")

  await expect(page.getByText("we send a six-digit one-time code")).toBeVisible()
  await page.getByRole("link", { name: "Forgot username?" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/forgot-username`)
  await page.goBack()
  await page.getByRole("link", { name: "Forgot password?" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/forgot-password`)
  await page.goBack()
  await page.getByRole("link", { name: "Register" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/account-details`)
  await page.goBack()

  await page.getByLabel("Remember my username").check()
  await askForCode(page, "james.okafor")
  await codeField(page).fill(await readCode("james.okafor"))
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  expect(await kept(page, "rememberedUsername")).toBe("james.okafor")
})

test("LOGIN-02 the remembered username is filled in until the person turns that off @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  await page.evaluate(() => localStorage.setItem("rememberedUsername", "grace.adeyemi"))
  await page.reload()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("grace.adeyemi")
  await page.getByLabel("Remember my username").uncheck()
  await askForCode(page, "grace.adeyemi")
  expect(await kept(page, "rememberedUsername")).toBeNull()
})

test("SECRET-42 a full sign-in queue is explained, and the form keeps the typed text @once @prove", async ({
  app,
  expectedFaults,
  page,
  site,
  readCode,
}) => {
  expectedFaults.push(/status of 503/)
  await page.goto(site("harbor"))
  await typeCredentials(page, "harold.whitfield")
  await app.ask("fillLine", undefined)
  const signIn = page.getByRole("button", { name: "Log In" })
  await signIn.click()
  await expect(page.getByText("Many people are logging in right now.")).toBeVisible()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("harold.whitfield")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Anchor-2026")
  await axeCheck(page)
  await app.ask("emptyLine", undefined)
  await signIn.click()
  await codeField(page).fill(await readCode("harold.whitfield"))
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

test("LOGIN-03 LOGIN-17 Log In requires the account system and both fields, and the page lists below the button what is missing", async ({
  page,
  site,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route("**/myaccount-core/availability", async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(site("harbor"))
  await typeCredentials(page, "maria.santos")
  const signIn = page.getByRole("button", { name: "Log In" })
  await expect(signIn).toBeDisabled()
  await expect(page.getByText("we are checking that you can log in")).toBeVisible()
  held.resolve()
  await expect(signIn).toBeEnabled()
  await page.getByLabel("Password", { exact: true }).fill("")
  await expect(signIn).toBeDisabled()
  await expect(page.getByText("To log in, enter your password.")).toBeVisible()
  await typeCredentials(page, " ", "secret")
  await expect(signIn).toBeDisabled()
})

test("LOGIN-17 a browser that blocks cookies shows an explanation with the phone number @phone @prove", async ({
  page,
  site,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true })
  await page.goto(site("harbor"))
  await typeCredentials(page, "maria.santos")
  await expect(page.getByText(/allow cookies for this site.* call us at \(\d{3}\)/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Log In" })).toBeDisabled()
  await axeCheck(page)
  await page.getByRole("link", { name: "Register" }).click()
  await expect(page.getByText(/you cannot log in, register or reset a password/)).toBeVisible()
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0)
})

test("LOGIN-03 an unavailable account system shows a message and is polled @phone @prove", async ({
  page,
  site,
}) => {
  const path = "**/myaccount-core/availability"
  await page.route(path, (route) => route.fulfill({ status: 404, body: "not found" }))
  await page.goto(site("harbor"))
  await typeCredentials(page, "maria.santos")
  const signIn = page.getByRole("button", { name: "Log In" })
  await expect(page.getByRole("alert").getByText(connectivityText)).toBeVisible()
  await expect(signIn).toBeDisabled()
  await axeCheck(page)

  await page.unroute(path)
  await page.route(
    path,
    (route) => route.fulfill({ json: { insproAvailableInd: "N", messages: [] } }),
    { times: 1 },
  )
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText(connectivityText)).toBeVisible()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(signIn).toBeEnabled()
  await expect(page.getByText(connectivityText)).toBeHidden()
})

test("SHELL-10 a refused login shows an error, keeps the typed data and allows another try", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  await typeCredentials(page, "maria.santos", "Wrong-2026")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "not correct" })).toBeVisible()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("maria.santos")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Wrong-2026")
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
  await axeCheck(page)
  await typeCredentials(page, "maria.santos")
  // Nothing moves until the reply arrives, so the second click does not hit a link.
  await page.getByRole("button", { name: "Log In" }).dblclick()
  await codeField(page).waitFor()
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByText("not correct")).toBeHidden()
})

test("HELP-03 a person without an address on file sees a request to call, with the number @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  await typeCredentials(page, "evelyn.brooks")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "no email address" })).toBeVisible()
  await expect(page.getByRole("main")).toContainText(
    /Need help\? Call \(800\) 555-0142, (open|closed) until/,
  )
})

test.describe("without a connection", () => {
  test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })

  test("the typed data stays, and a retry is safe @phone @prove", async ({
    page,
    context,
    site,
  }) => {
    await page.goto(site("harbor"))
    await typeCredentials(page, "siobhan.obrien")
    await expect(page.getByRole("button", { name: "Log In" })).toBeEnabled()
    await goOffline(page)
    await page.getByRole("button", { name: "Log In" }).click()
    await expect(page.getByText(connectivityText)).toBeVisible()
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Anchor-2026")
    await context.setOffline(false)
    await page.getByRole("button", { name: "Log In" }).click()
    await expect(codeField(page)).toBeVisible()
  })
})

test("LOGIN-07 the device is reported after login @phone @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(site("harbor"))
  await askForCode(page, "robert.chen")
  const told = page.waitForRequest("**/appauth/userInformation")
  await codeField(page).fill(await readCode("robert.chen"))
  await page.keyboard.press("Enter")
  expect((await told).method()).toBe("PUT")
  expect((await told).postDataJSON()).toEqual({
    username: "robert.chen",
    isCustomerUser: true,
    client: "harbor",
    clientLoginIp: "127.0.0.1",
    userDeviceInfo: expect.objectContaining({ userAgent: expect.any(String) }),
  })
  expect((await (await told).response())?.status()).toBe(200)
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

test("LOGIN-07 a 403 to that report stops the redirect @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.route("**/appauth/userInformation", (route) =>
    route.fulfill({ status: 403, json: failure("This sign-in was refused.") }),
  )
  await page.goto(site("harbor"))
  await askForCode(page, "dorothy.lindqvist")
  await codeField(page).fill(await readCode("dorothy.lindqvist"))
  await page.keyboard.press("Enter")
  await expect(page.getByText("This sign-in was refused.")).toBeVisible()
  await expect(page).toHaveURL(`${site("harbor")}/`)
  expect(await kept(page, "user")).toBeNull()
})

test("LOGIN-11 ACCESS-03 the welcome appears after 100 ms, unless a person hid it @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  const welcome = page.getByRole("heading", { name: "Welcome to Harbor Mutual" })
  await page.getByRole("heading", { name: logInToMyAccount }).waitFor()
  await welcome.waitFor()
  const looks = await page.locator("section", { has: welcome }).evaluate((section) => {
    // Restarted and paused.
    section.style.animation = "none"
    getComputedStyle(section).visibility
    section.style.animation = ""
    const [animation] = section.getAnimations()
    animation?.pause()
    return [0, 99, 100].map((time) => {
      if (animation) animation.currentTime = time
      return getComputedStyle(section).visibility
    })
  })
  expect(looks).toEqual(["hidden", "hidden", "visible"])
  await page.reload()

  await page.getByRole("button", { name: "Hide this welcome" }).click()
  await expect(welcome).toBeHidden()
  await expect(page.getByRole("heading", { name: "Log in to My Account" })).toBeFocused()
  await page.reload()
  await page.getByRole("heading", { name: logInToMyAccount }).waitFor()
  await expect(welcome).toBeHidden()
})

test("ACCESS-14 a screen reader announces the same error again", async ({ page, site }) => {
  await page.goto(site("harbor"))
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (addedNodes.length === 0 || !(target instanceof Element)) continue
        if (target.closest("[role=alert], [role=status]")) heard.push(target.textContent)
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
  const heard = (text: string) =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { heard: string[] }).heard.filter((one) => one.includes(wanted))
          .length,
      text,
    )
  await typeCredentials(page, "maria.santos", "Anchor-2025")
  for (const times of [1, 2, 3]) {
    const answered = page.waitForResponse("**/appauth/login")
    await page.getByRole("button", { name: "Log In" }).click()
    await answered
    await expect.poll(() => heard("not correct"), String(times)).toBe(times)
  }
  await askForCode(page, "maria.santos")
  for (const times of [1, 2]) {
    await codeField(page).fill("000000")
    await page.getByRole("button", { name: "Confirm Code" }).click()
    await expect(codeField(page)).toHaveValue("")
    await expect.poll(() => heard("ERROR"), String(times)).toBe(times)
  }
})

test("LOGIN-03 a password manager that fills the fields without an event can log in @phone @prove", async ({
  page,
  site,
}) => {
  const fillSilently = async (values: [string, string][]) => {
    for (const [label, value] of values) {
      await page.getByLabel(label, { exact: true }).evaluate((input: HTMLInputElement, text) => {
        input.value = text
      }, value)
    }
  }
  await page.goto(`${site("harbor")}/forgot-password`)
  await expect(page.getByText("Security check passed")).toBeVisible()
  await page.waitForLoadState("networkidle")
  // Some also submit the form immediately.
  await page.getByLabel("Username", { exact: true }).evaluate((input: HTMLInputElement) => {
    input.value = "maria.santos"
    input.form?.requestSubmit()
  })
  await expect(page.getByRole("heading", { name: "Security Verification" })).toBeVisible()

  await page.goto(site("harbor"))
  await expect(page.getByText("enter your username and password")).toBeVisible()
  await fillSilently([
    ["Username", "maria.santos"],
    ["Password", "Anchor-2026"],
  ])
  const sent = page.waitForRequest("**/appauth/login")
  await expect(page.getByRole("button", { name: "Log In" })).toBeEnabled()
  await page.keyboard.press("Tab")
  await page.getByLabel("Password", { exact: true }).press("Enter")
  expect((await sent).postDataJSON()).toMatchObject({
    username: "maria.santos",
    password: "Anchor-2026",
  })
  await expect(codeField(page)).toBeVisible()
})
