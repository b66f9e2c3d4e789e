import assert from "node:assert/strict"
import { test } from "node:test"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import type { SiteRow } from "#services/brands/clients.ts"
import type { AssetRow } from "#services/brands/sites.store.ts"
import { lateTemplate } from "./prerender.ts"
import { createPrerenderedScreens, inlineStyles } from "./prerendered-screens.ts"

const address = "/brand/harbor/f096/brand.css"

test("PAINT-01 a brand's style sheet in the page refers to the same files as before", () => {
  const css = `/* note */ @font-face { src: url("a.woff2"), url(../b.woff2) } b { background: url(/c.svg), url('data:x'), url(https://d.example/e.png) }`
  assert.equal(
    inlineStyles(css, address)?.trim(),
    '@font-face { src: url("/brand/harbor/f096/a.woff2"), url("/brand/harbor/b.woff2") } b { background: url("/c.svg"), url("data:x"), url("https://d.example/e.png") }',
  )
})

test("PAINT-01 a style sheet that could close its element, imports others or is large stays a file", () => {
  for (const css of ["b{}</STYLE><script>", '@import "more.css";', " ".repeat(20_000)]) {
    assert.equal(inlineStyles(css, address), undefined)
  }
})

test("PAINT-01 comments are removed together with their content, and strings stay unchanged", () => {
  for (const [css, expected] of [
    [
      '.a{content:"</sty/* x */le><h1 id=injected>"}',
      '.a{content:"</sty/* x */le><h1 id=injected>"}',
    ],
    ["@im/**/port url(//evil.example/x.css);", '@im port url("http://evil.example/x.css");'],
    [
      '.a::before{content:"/*"} .b{color:red} /* end */',
      '.a::before{content:"/*"} .b{color:red}  ',
    ],
    ['.a{content:"two  spaces"}', '.a{content:"two  spaces"}'],
    [
      `.a{background:url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
      `.a{background:url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
    ],
    [
      '.a{content:"\\201C"; b: url(  "a.png"  )}',
      '.a{content:"\\201C"; b: url( "/brand/harbor/f096/a.png" )}',
    ],
    [".a{b: url(http://)}", '.a{b: url("http://")}'],
    ["/* not closed", " "],
    ['.a{content:"not closed', '.a{content:"not closed'],
  ] as const) {
    assert.equal(inlineStyles(css, address), expected, css)
  }
  for (const css of [
    "@\\69mport url(x.css);",
    "a{b:u\\72l(//evil.example)}",
    'a{b:"</style>"}',
    "<!--",
  ]) {
    assert.equal(inlineStyles(css, address), undefined, css)
  }
})

test("PAINT-07 the files of a prerendered page wait for its first paint, with their integrity", () => {
  const html = `<head><!--head--><script type="module" crossorigin src="/a.js" integrity="x"></script>
    <link rel="stylesheet" crossorigin href="/b.css" integrity="y"></head><body><div id="root"><!--start--></div><!--body--></body>`
  const [before = "", after = ""] = lateTemplate(html).split("<template")
  assert.doesNotMatch(before, /\/a\.js|\/b\.css/)
  assert.match(before, /<div id="root" data-rendered>.*<!--body-->/)
  const [waiting = "", script = ""] = after.split("</template>")
  assert.match(waiting, /<script type="module" crossorigin src="\/a.js" integrity="x"><\/script>/)
  assert.match(
    waiting,
    /<link rel="preload" as="style" fetchpriority="low" crossorigin href="\/b.css" integrity="y">/,
  )
  assert.match(script, /<script nonce="__CSP_NONCE__">/)
})

test("PAINT-07 brand fonts wait for the first paint, and system fonts do not", async () => {
  const own = '@font-face { font-family: "A"; src: url("/brand/x/a.woff2") }'
  const near = '@font-face { font-family: "Near A"; src: local("Arial"); size-adjust: 98% }'
  const prerender = { template: "", styles: [], render: () => "<p></p>" }
  const prerenderedScreen = createPrerenderedScreens(
    prerender,
    async () => ({ body: Buffer.from(`${own} ${near} b { color: red }`) }) as AssetRow,
  )
  const site = { host: "x", cssFile: "x.css" } as SiteRow
  const drawn = await prerenderedScreen(site, "login", pageOf("", "/brand/x/x.css"))
  assert.equal(drawn?.fonts, own)
  assert.equal(drawn?.brandStyles, ` ${near} b { color: red }`)
})

function pageOf(welcome: string, cssFileUrl: string | null = null): FirstPage {
  return {
    initData: {
      isCustomerSite: false,
      clientName: "",
      brandDetail: { cssFileUrl, primaryLogo: "" },
    },
    contents: { welcome },
  } as unknown as FirstPage
}

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
  const prerenderedScreen = createPrerenderedScreens(prerender, async () => undefined)
  const site = (host: string) => ({ host, cssFile: null }) as SiteRow
  const html = async (host: string, welcome: string) =>
    (await prerenderedScreen(site(host), "login", pageOf(welcome)))?.html
  assert.equal(await html("one", "Hello"), "<p>Hello</p>")
  assert.equal(await html("one", "Hello"), "<p>Hello</p>")
  assert.equal(rendered.length, 1)
  assert.equal(await html("two", "Good day"), "<p>Good day</p>")
  assert.equal(await html("one", "Welcome"), "<p>Welcome</p>")
  assert.equal(rendered.length, 3)
  assert.equal(await prerenderedScreen(site("one"), "dashboard", pageOf("")), undefined)
})
