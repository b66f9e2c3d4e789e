import assert from "node:assert/strict"
import { test } from "node:test"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { bodyHtml, brandStyleSheet, filesHtml, headHtml, importMapHtml } from "./html.ts"

/**
 * Contains only the fields that a page uses outside its JSON, so that a change to another field of
 * a brand affects no test.
 */
const initData = {
  client: "harbor",
  clientName: "Harbor",
  hasBrandScripts: false,
  metaDescription: `Plans "for" <all>`,
  brandDetail: { primaryLogo: "/logo.svg", cssFileUrl: "/brand.css" },
} as FirstPage["initData"]

const firstPage: FirstPage = {
  initData,
  clientGroup: null,
  pageTitles: {},
  contents: { welcome: "</script><script>alert(1)</script>" },
}

test("HOST-03 the head contains title, description, brand style sheet and typed tags, all escaped", () => {
  const head = headHtml({
    title: "A & B <Login>",
    firstPage,
    styles: brandStyleSheet(firstPage),
    scripts: [
      importMapHtml('{"integrity":{}}', "n0"),
      ...filesHtml(
        [
          { path: "/assets/login.js", integrity: "sha256-abc" },
          { path: "/assets/login.css", integrity: undefined },
        ],
        "n0",
      ),
    ],
    headTags: [
      { tag: "meta", name: "verify", content: `"><script>` },
      { tag: "script", src: "/x.js" },
    ],
    canIndex: true,
    nonce: "n0",
  })
  assert.match(head, /<title>A &amp; B &lt;Login&gt;<\/title>/)
  assert.match(head, /<meta name="description" content="Plans &quot;for&quot; &lt;all&gt;">/)
  assert.match(head, /<link rel="stylesheet" href="\/brand.css">/)
  assert.match(head, /<meta name="verify" content="&quot;&gt;&lt;script&gt;">/)
  assert.match(
    head,
    /<link rel="modulepreload" href="\/assets\/login.js" integrity="sha256-abc" nonce="n0">/,
  )
  assert.match(head, /<link rel="stylesheet" href="\/assets\/login.css">/)
  assert.match(head, /<script src="\/x.js" async nonce="n0"><\/script>/)
  assert.match(head, /<script type="importmap" nonce="n0">{"integrity":{}}<\/script>.*login\.js/s)
  assert.doesNotMatch(head, /noindex/)
})

test("a screen that search engines should not show has a noindex tag", () => {
  const head = headHtml({
    title: "",
    firstPage,
    styles: "",
    scripts: [],
    headTags: [],
    canIndex: false,
    nonce: "",
  })
  assert.match(head, /<meta name="robots" content="noindex">/)
})

test("HOST-03 data cannot close their script element, and the client's scripts have the nonce", () => {
  const body = bodyHtml(firstPage, [{ src: "/a.js" }, { text: "let a = 1" }], "n0")
  const data = /<script type="application\/json" id="first-page" nonce="n0">(.*?)<\/script>/.exec(
    body,
  )
  assert.deepEqual(JSON.parse(data?.[1] ?? ""), firstPage)
  assert.match(body, /<script src="\/a.js" defer nonce="n0"><\/script>/)
  assert.match(body, /<script nonce="n0">let a = 1<\/script>/)
})
