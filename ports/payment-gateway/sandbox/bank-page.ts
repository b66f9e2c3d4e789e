import { documentedAccounts } from "./banks.ts"
import { documentedBankName } from "./numbers.ts"

/**
 * The page on which customers choose an account; a real bank asks them to sign in first. It gives
 * the choice to the page of `origin`, which shows it in a frame. It opens no further page, because
 * that would add an entry to the tab's history.
 */
export function bankPage(session: string, origin: string) {
  const accounts = documentedAccounts.map(
    ({ name, number, explained }) =>
      `<li><button value="${name}">${name}, ending in ${number.slice(-4)}</button> ${explained}</li>`,
  )
  const body = (nonce: string) => `    <main>
      <h1>${documentedBankName}</h1>
      <p>Choose the account to pay from. A real bank asks you to sign in first.</p>
      <button>Leave</button>
      <ul>${accounts.join("")}</ul>
    </main>
    <script nonce="${nonce}">${scriptOf(session, origin)}</script>`
  return { title: documentedBankName, style, body, hasScript: true }
}

function scriptOf(session: string, origin: string): string {
  return `
    const session = ${JSON.stringify(session)}
    const origin = ${JSON.stringify(origin)}
    window.parent.postMessage({ session, isOpen: true }, origin)
    async function choose({ value }) {
      const answer = value && (await fetch(session + "/" + value, { method: "POST" }))
      if (answer && !answer.ok) {
        document.querySelector("main").textContent = "This request has ended. You can close this page."
        return
      }
      const chosen = answer ? await answer.json() : {}
      window.parent.postMessage({ ...chosen, session }, origin)
    }
    for (const button of document.querySelectorAll("button"))
      button.addEventListener("click", () => void choose(button))`
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 1.25rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  ul { list-style: none; margin: 1rem 0 0; padding: 0; }
  li { margin-bottom: .75rem; }
  button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem; }
`
