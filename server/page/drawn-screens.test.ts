import assert from "node:assert/strict"
import { test } from "node:test"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import type { SiteRow } from "#services/brands/clients.ts"
import { createDrawnScreens, inlineStyles } from "./drawn-screens.ts"
import { lateTemplate } from "./prerender.ts"

const address = "/brand/harbor/f096/brand.css"

test("PAINT-01 a brand's style sheet in the page leads to the same files as before", () => {
  const css = `/* note */ @font-face { src: url("a.woff2"), url(../b.woff2) } b { background: url(/c.svg), url('data:x'), url(https://d.example/e.png) }`
  assert.equal(
    inlineStyles(css, address)?.trim(),
    '@font-face { src: url("/brand/harbor/f096/a.woff2"), url("/brand/harbor/b.woff2") } b { background: url("/c.svg"), url("data:x"), url("https://d.example/e.png") }',
  )
})

test("PAINT-01 a style sheet that could end its element, imports others or is large stays a file", () => {
  for (const css of ["b{}</STYLE><script>", '@import "more.css";', " ".repeat(20_000)]) {
    assert.equal(inlineStyles(css, address), undefined)
  }
})

test("PAINT-01 the files of a rendered page come after its screen, with their integrity", () => {
  const html = `<head><!--head--><script type="module" crossorigin src="/a.js" integrity="x"></script>
    <link rel="stylesheet" crossorigin href="/b.css" integrity="y"></head><body><div id="root"><!--start--></div><!--body--></body>`
  const [before = "", after = ""] = lateTemplate(html).split("<!--body-->")
  assert.doesNotMatch(before, /\/a\.js|\/b\.css/)
  assert.match(before, /<div id="root" data-rendered>/)
  assert.match(
    after,
    /<script type="module" crossorigin fetchpriority="low" src="\/a.js" integrity="x"><\/script>/,
  )
  assert.match(
    after,
    /<link rel="preload" as="style" crossorigin fetchpriority="low" href="\/b.css" integrity="y">/,
  )
})

test("PAINT-06 a screen is rendered once for its host, until its page changes", async () => {
  const rendered: string[] = []
  const prerender = {
    template: "",
    styles: [],
    render(screen: string, { contents }: FirstPage) {
      rendered.push(screen)
      return screen === "login" ? `<p>${contents.welcome}</p>` : undefined
    },
  }
  const drawnScreen = createDrawnScreens(prerender, async () => undefined)
  const site = (host: string) => ({ host, cssFile: null }) as SiteRow
  const page = (welcome: string) =>
    ({
      initData: {
        isCustomerSite: false,
        clientName: "",
        brandDetail: { cssFileUrl: null, primaryLogo: "" },
      },
      contents: { welcome },
    }) as unknown as FirstPage
  const html = async (host: string, welcome: string) =>
    (await drawnScreen(site(host), "login", page(welcome)))?.html
  assert.equal(await html("one", "Hello"), "<p>Hello</p>")
  assert.equal(await html("one", "Hello"), "<p>Hello</p>")
  assert.equal(rendered.length, 1)
  assert.equal(await html("two", "Good day"), "<p>Good day</p>")
  assert.equal(await html("one", "Welcome"), "<p>Welcome</p>")
  assert.equal(rendered.length, 3)
  assert.equal(await drawnScreen(site("one"), "dashboard", page("")), undefined)
})
