import type { ToConfirm } from "./authentications.ts"
import type { AuthenticationRow } from "./rows.ts"

type Asked = Pick<AuthenticationRow, "id" | "state"> & { about: ToConfirm }

/** The page of the sandbox's bank, which our pages show in a frame. It works without JavaScript. */
export function authenticationPage({ id, state, about }: Asked) {
  const what = questionOf(about)
  const buttons = [
    ["confirm", "Confirm"],
    ["refuse", "Refuse"],
  ].map(
    ([answer, label]) =>
      `<form method="post" action="${id}/${answer}"><button>${label}</button></form>`,
  )
  const body = () => `    <main>
      <h1>Sandbox Bank</h1>
      ${
        state === "open"
          ? `<p>${what} A real bank asks for more here.</p>
      <div>${buttons.join("")}</div>`
          : "<p>This request has ended. You can close this page.</p>"
      }
    </main>`
  return { title: "Sandbox Bank", style, body }
}

function questionOf(about: ToConfirm): string {
  if ("charge" in about)
    return `Confirm your payment of $${(about.charge.amount / 100).toFixed(2)}.`
  return "account" in about
    ? `Confirm the two deposits to your account ending in ${about.account.lastFour}.`
    : `Confirm that your card ending in ${about.method.lastFour} is saved.`
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 1.25rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  div { display: flex; flex-wrap: wrap; gap: .75rem; }
  button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem; }
`
