import { dialedNumber } from "#contracts/brands/phone-number.ts"
import { escapeHtml } from "#contracts/placeholders.ts"
import { inkOn } from "#platform/email/brand.ts"
import type { SiteRow } from "./sites.store.ts"

/**
 * The page in place of every screen while no server can answer: static and without script. `nonce`
 * is that of the style, if the policy of the page asks for one.
 */
export function outagePageHtml(
  { name, phoneNumber, mailColor }: Pick<SiteRow, "name" | "phoneNumber" | "mailColor">,
  nonce?: string,
): string {
  const brand = escapeHtml(name)
  const band = escapeHtml(mailColor)
  const ink = inkOn(mailColor)
  const dialed = escapeHtml(dialedNumber(phoneNumber) ?? phoneNumber)
  const phone = `<a href="tel:${dialed}" translate="no">${escapeHtml(phoneNumber)}</a>`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${brand}: My Account is not available</title>
    <style${nonce === undefined ? "" : ` nonce="${nonce}"`}>
      body { margin: 0; font: 1.125rem/1.6 system-ui, sans-serif; background: #f4f3f0; color: #1c1f22 }
      header { padding: 1.5rem max(1.5rem, 50% - 17rem); background: ${band}; color: ${ink}; font-size: 1.5rem; font-weight: 700; line-height: 1.3 }
      main { margin: 2rem auto; max-width: 34rem; padding: 0 1.5rem }
      h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; text-wrap: balance }
      p { margin: 0 0 1.25rem }
      .again { display: inline-block; padding: 0.75rem 1.75rem; border: 1px solid ${ink === "#ffffff" ? band : ink}; border-radius: 0.5rem; background: ${band}; color: ${ink}; font-weight: 600; text-decoration: none }
      .call { margin-top: 2rem; border-top: 1px solid #d9d7d2; padding-top: 1.25rem }
      .call a { color: inherit; font-weight: 600; white-space: nowrap }
      @media (prefers-color-scheme: dark) {
        body { background: #131517; color: #eef0f1 }
        .again { border-color: #8b939b }
        .call { border-color: #34383d }
      }
    </style>
  </head>
  <body>
    <header translate="no">${brand}</header>
    <main>
      <h1>My Account is not available right now</h1>
      <p>Please try again in a few minutes. A payment that you have sent is not lost, and it is made once.</p>
      <p><a class="again" href="">Try again</a></p>
      <p class="call">Need help now? Call ${phone}.</p>
    </main>
  </body>
</html>
`
}
