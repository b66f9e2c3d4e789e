import type { FirstPage } from "#contracts/brands/first-page.ts"
import { escapeHtml } from "#contracts/placeholders.ts"

/**
 * The content of the page until the application renders: the brand and the phone number. It appears
 * after some seconds on a slow connection, and immediately without JavaScript; see
 * web/ui/start.css.
 */
export function bootstrapHtml(firstPage: FirstPage | undefined, nonce: string): string {
  const always = `<style nonce="${nonce}">.start { visibility: visible; animation: none } .start .slow { display: none }</style>`
  return `<div class="start">
      ${headerHtml(firstPage)}
      <main>
        <div class="slow">
          <h1>${slowTitle}</h1>
          ${slowText}
        </div>
        <noscript>
          ${always}
          ${noScriptHtml}
        </noscript>
        ${phoneHtml(firstPage)}
      </main>
    </div>`
}

/**
 * The notices on a server-rendered page: one appears if the application does not load, and the
 * other replaces the screen without JavaScript.
 */
export function noticeHtml(firstPage: FirstPage, nonce: string): string {
  const phone = phoneHtml(firstPage)
  return `<aside class="slow-notice" id="slow">
      <h2>${slowTitle}</h2>
      ${slowText}
      ${phone}
    </aside>
    <noscript>
      <style nonce="${nonce}">#root, #slow { display: none } .start { visibility: visible; animation: none }</style>
      <div class="start">
        ${headerHtml(firstPage)}
        <main>
          ${noScriptHtml}
          ${phone}
        </main>
      </div>
    </noscript>`
}

const slowTitle = "My Account is loading"
const slowText = `<p>This takes longer than usual. Please wait, or <a href="">load the page again</a>.</p>`

const noScriptHtml = `<h1>Please turn on JavaScript</h1>
          <p>My Account needs JavaScript. Please allow it for this page and load it again.</p>`

function headerHtml(firstPage: FirstPage | undefined): string {
  if (!firstPage) return ""
  const { brandDetail, clientName } = firstPage.initData
  const [source, name] = [brandDetail.primaryLogo, clientName].map(escapeHtml)
  return `<header><img src="${source}" alt="${name}"></header>`
}

/** The managed text with phone number and hours, cleaned; otherwise only the number. */
function phoneHtml(firstPage: FirstPage | undefined): string {
  if (!firstPage?.initData.isCustomerSite) return ""
  const { contents, initData } = firstPage
  const managed = contents["header phone info"]
  return managed || `<p>Questions? Call ${escapeHtml(initData.clientPhoneNumber)}</p>`
}
