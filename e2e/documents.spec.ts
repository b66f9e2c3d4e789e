import { readFile } from "node:fs/promises"
import type { Download, Page } from "@playwright/test"
import { quietFlags, wholeChromium } from "#testing/chromium.ts"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure } from "./sign-in-steps.ts"

// A full browser if there is one, because its PDF viewer shows documents that others save.
const executablePath = wholeChromium() ?? process.env.CHROMIUM_PATH
test.use({ launchOptions: { executablePath, args: quietFlags } })
// The viewer is part of the browser and loads its own files.
test.use({ expectedFaults: [/ chrome(-extension)?:\/\//] })

const documentCalls = "**/myaccount-core/documents/**"
const wholeLife = "4001930427"

const row = (page: Page, name: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first()

async function openDetails(page: Page, policyNumber: string) {
  await page.goto(`${new URL(page.url()).origin}/product-details/${policyNumber}`)
  const heading = page.getByRole("heading", { name: "Product Documents" })
  const folded = page.locator("summary").filter({ hasText: /^Documents and letters/ })
  await heading.or(folded).first().waitFor()
  if (await folded.isVisible()) await folded.click()
  await heading.waitFor()
}

async function titleIn(download: Download): Promise<string> {
  return (await readPdf(await readFile(await download.path()))).title
}

test("DETAILS-03 a document opens in its own window, after a placeholder", async ({
  page,
  login,
  isMobile,
}) => {
  await login("harbor", "maria.santos")
  await openDetails(page, wholeLife)
  const documents = page.getByRole("region", { name: "Product Documents" })
  await expect(documents.getByRole("listitem")).toHaveCount(3)
  const certificate = row(page, "Certificate of insurance")
  await expect(certificate).toContainText("Apr 4, 2011")
  await expect(page.getByRole("region", { name: "Correspondence" })).toContainText(
    "Annual statement",
  )
  await axeCheck(page)

  const held = Promise.withResolvers<void>()
  await page.route(documentCalls, async (route) => {
    await held.promise
    await route.continue()
  })
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled)
  const opening = page.waitForEvent("popup")
  const isSaved = isMobile || !hasViewer
  const saving = isSaved ? page.context().waitForEvent("download") : undefined
  await certificate.getByRole("button", { name: "View Document" }).click()
  const window = await opening
  await expect(window.getByText("Opening your document…")).toBeVisible()
  await expect(window).toHaveTitle("Certificate of insurance")
  await expect(certificate.getByRole("button", { name: "Opening…" })).toBeVisible()
  const closing = window.waitForEvent("close")
  held.resolve()
  if (saving) expect(await titleIn(await saving)).toBe("Certificate of insurance")
  if (isMobile) {
    await closing
    await expect(certificate.getByRole("status")).toContainText("Saved.")
  } else if (hasViewer) {
    await expect.poll(() => window.url()).toMatch(/^blob:http:\/\/harbor\.localhost:\d+\//)
    // The viewer shows the document, which is neither a download nor an empty window.
    await expect.poll(() => window.frames().length).toBeGreaterThan(1)
  }
  await expect(certificate.getByRole("button", { name: "View Document" })).toBeVisible()
})

test("DETAILS-03 a failed document closes its window and shows an error until it opens @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await openDetails(page, wholeLife)
  await page.route(
    documentCalls,
    (route) => route.fulfill({ status: 404, json: failure("Not available yet.") }),
    { times: 1 },
  )
  const certificate = row(page, "Certificate of insurance")
  const view = certificate.getByRole("button", { name: "View Document" })
  const [failed] = await Promise.all([page.waitForEvent("popup"), view.click()])
  if (!failed.isClosed()) await failed.waitForEvent("close")
  const error = page.getByText("We could not open this document right now.")
  await expect(error).toHaveCount(1)
  await expect(certificate).toContainText("We could not open this document right now.")
  await axeCheck(page)

  const [opened] = await Promise.all([page.waitForEvent("popup"), view.click()])
  await expect(error).toHaveCount(0)
  if (!opened.isClosed()) await opened.close()
})

test("a document is saved as a plain download, even if the browser blocks windows @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await openDetails(page, wholeLife)
  await page.evaluate(() => {
    window.open = () => null
  })
  const statement = row(page, "Annual statement")
  await statement.getByRole("button", { name: "View Document" }).click()
  await expect(statement.getByRole("status")).toContainText("did not allow a new window")
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    statement.getByRole("button", { name: "Download" }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Annual statement \d{4}-\d{2}-\d{2}\.pdf$/)
  expect(await titleIn(download)).toBe("Annual statement")
  await expect(statement.getByRole("status")).toContainText("Saved.")
  await axeCheck(page)

  await page.getByRole("button", { name: "Print card" }).click()
  const [card] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ])
  expect(card.suggestedFilename()).toBe(`Card ${wholeLife}.pdf`)
  const pdf = await readPdf(await readFile(await card.path()))
  expect(elementsOf(pdf.elements, "LBody").map(({ text }) => text)).toContain("Maria Santos")
})

test("a product without documents shows a text instead @phone @prove", async ({ page, login }) => {
  await login("harbor", "grace.adeyemi")
  await page.getByRole("region", { name: "Your Active Products" }).getByRole("link").first().click()
  await expect(page.getByText("There are no documents for this product yet.")).toBeVisible()
  await expect(page.getByText("There are no letters about this product yet.")).toBeVisible()
  await axeCheck(page)
})
