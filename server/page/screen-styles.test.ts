import assert from "node:assert/strict"
import { test } from "node:test"
import { rulesIn } from "../../web/build/style-rules.ts"
import { stylesOf } from "./prerendered-screens.ts"

const css = `
  @layer tokens, base;
  @layer base { :root { --ink:#000} table { margin: 0 } p, td { margin: 1px } }
  .card, .list { padding: 1px }
  .card:hover { padding: 2px }
  .card .title { color: red }
  p:not(.wide) { width: 1px }
  .turning { animation: turns 1s }
  @keyframes turns { to { rotate: 1turn } }
  @media (width < 48rem) { .card { padding: 3px } .list { padding: 4px } }
  @media print { .card { padding: 5px } }
`

test("PAINT-01 a page gets the rules that match something in it, in order", () => {
  const rules = rulesIn(css)
  assert.equal(
    stylesOf('<div class="card wide"><p>One</p></div>', rules),
    "@layer tokens,base;@layer base{:root{--ink:#000}p,td{margin:1px}}.card,.list{padding:1px}" +
      ".card:hover{padding:2px}p:not(.wide){width:1px}@media (width<48rem){.card{padding:3px}}",
  )
  assert.match(stylesOf('<i class="turning"></i>', rules), /@keyframes turns/)
  assert.match(stylesOf('<b class="card"><i class="title"></i></b>', rules), /\.card \.title/)
})
