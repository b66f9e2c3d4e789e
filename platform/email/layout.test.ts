import assert from "node:assert/strict"
import { test } from "node:test"
import { accentOf } from "./brand.ts"
import { emailLayout } from "./layout.ts"

const brand = {
  clientName: "My Account Support",
  phoneNumber: "1-800-555-0100",
  siteAddress: "https://support.example.com",
  timeZone: "America/New_York",
  mailColor: "#0b3d4f",
}

test("the footer names My Account once, also for the support site", () => {
  const content = { heading: "Hello", preview: "Hello.", blocks: [{ paragraph: "Hello." }] }
  for (const [clientName, title] of [
    ["My Account Support", "My Account Support"],
    ["Harbor Mutual", "Harbor Mutual My Account"],
  ] as const) {
    const { text, html } = emailLayout({ ...brand, clientName }, content)
    assert.match(text, new RegExp(`^-- \n${title}\n`, "m"))
    assert.ok(html.includes(title))
    assert.ok(!`${text}${html}`.includes("Support My Account"))
  }
})

test("EMAIL-02 the address under a button breaks after its slashes, and inside a part only if that is long", () => {
  const token = "a".repeat(43)
  const link = `https://my.example.com/reset-password/${token}`
  const content = { heading: "Hello", preview: "Hello.", blocks: [{ link, label: "Open" }] }
  const { html } = emailLayout(brand, content)
  const [, shown = ""] =
    /word-break:break-all"><a href="[^"]+" style="color:#5f656c">(.*?)<\/a>/.exec(html) ?? []
  const whole = (part: string) => `<span style="white-space:nowrap">${part}</span>`
  assert.equal(shown, `${whole("https://my.example.com/")}${whole("reset-password/")}${token}`)
})

test("EMAIL-02 in dark mode, a button in a dark color has a light edge on the dark card", () => {
  const blocks = [{ link: "https://my.example.com/", label: "Open" }]
  const { html } = emailLayout(brand, { heading: "Hello", preview: "Hello.", blocks })
  const [, dark = ""] = /@media \(prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html) ?? []
  assert.match(dark, /\.button \{ border-color: #8b949c !important; \}/)
  assert.match(html, /<a class="button" href="https:\/\/my\.example\.com\/"/)
})

test("EMAIL-02 a button has the brand's accent color and not that of its header", () => {
  const sheet = `:root { --brand-accent: #6b2c68; --brand-accent-soft: #f8e8f1 }
    @media (prefers-color-scheme: dark) { :root { --brand-accent: #ffb59c; } }`
  const buttonColor = accentOf(sheet)
  assert.equal(buttonColor, "#6b2c68")
  assert.equal(accentOf(":root { --brand-accent: plum; }"), undefined)
  const blocks = [{ link: "https://my.example.com/", label: "Open" }]
  const content = { heading: "Hello", preview: "Hello.", blocks }
  const { html } = emailLayout({ ...brand, mailColor: "#fff6ec", buttonColor }, content)
  const [button = ""] = /<a class="button"[^>]+>/.exec(html) ?? []
  assert.match(button, /background:#6b2c68;border:1px solid #6b2c68;.*;color:#ffffff;/)
  assert.match(html, /bgcolor="#fff6ec"/)
})
