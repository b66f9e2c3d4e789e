import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"

const tokens = readFileSync("web/ui/tokens.css", "utf8")

/** The custom properties that the first `:root` block of a style sheet sets. */
function propertiesOf(css: string): Map<string, string> {
  const [block = ""] = css.match(/:root \{[^}]*\}/) ?? []
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  )
}

function brand(client: string) {
  return propertiesOf(readFileSync(`demo/clients/${client}/assets/brand.css`, "utf8"))
}

test("BRAND-01 a brand's style sheet sets only properties of web/ui/tokens.css for color, type, density and shape", () => {
  const known = propertiesOf(tokens)
  const files = globSync("demo/clients/*/assets/brand.css")
  assert.ok(files.length >= 5)
  for (const file of files) {
    const unknown = [...propertiesOf(readFileSync(file, "utf8")).keys()].filter(
      (name) => !known.has(name),
    )
    assert.deepEqual(unknown, [], file)
  }
})

test("BRAND-01 a style sheet uses each property that a brand sets", () => {
  const sheets = globSync("web/**/*.css").map((file) => readFileSync(file, "utf8"))
  const set = globSync("demo/clients/*/assets/brand.css").flatMap((file) => [
    ...propertiesOf(readFileSync(file, "utf8")).keys(),
  ])
  const unused = set.filter((name) => !sheets.some((css) => css.includes(`var(${name})`)))
  assert.deepEqual([...new Set(unused)], [])
})

test("BRAND-01 three brands differ in type, density and shape by their style sheets alone", () => {
  const defaults = propertiesOf(tokens)
  const brands = ["harbor", "wayfarer", "trades"].map(brand)
  const differing = [
    ...["--font-heading", "--brand-accent", "--density", "--page-width", "--card-padding"],
    "--heading-word-space",
    ...["--radius-button", "--card-edge", "--card-shadow", "--field-line", "--icon-weight"],
  ]
  for (const name of differing) {
    const values = brands.map((own) => own.get(name) ?? defaults.get(name))
    assert.ok(new Set(values).size > 1, name)
  }
})

test("BRAND-01 each brand has its own welcome text about itself and about auto pay", () => {
  for (const text of ["welcome", "about-us", "login-info"]) {
    const texts = ["harbor", "wayfarer", "trades"].map((client) =>
      readFileSync(`demo/clients/${client}/content/${text}.html`, "utf8"),
    )
    assert.equal(new Set(texts).size, texts.length, text)
  }
  const marketing = globSync("demo/**/autopay-marketing.html").map((file) =>
    readFileSync(file, "utf8"),
  )
  assert.ok(new Set(marketing).size >= 3)
})
