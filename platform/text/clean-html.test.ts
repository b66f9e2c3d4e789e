import assert from "node:assert/strict"
import { test } from "node:test"
import { cleanHtml, notAllowedIn } from "./clean-html.ts"

const kept = [
  "<p>Plain <strong>words</strong>, <em>gently</em> said.</p>",
  "<h2>One</h2><h3>Two</h3><h4>Three</h4>",
  "<ul><li>a</li></ul><ol><li>b</li></ol>",
  "$312.00<sup>1</sup> H<sub>2</sub>O",
  '<a href="tel:+18005550142" translate="no">1-800-555-0142</a>',
  '<a href="mailto:help@example.com">Write to us</a>',
  '<a href="/forgot-username">Forgot your username?</a>',
  '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer">Read more</a>',
  '<table><caption>Fees</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
  "Café &amp; naïve, 5 &lt; 6",
  "No markup at all",
]

for (const html of kept) {
  test(`keeps ${html}`, () => {
    assert.equal(cleanHtml(html), html)
    assert.deepEqual(notAllowedIn(html), [])
  })
}

test("ACCESS-10 cleaned managed texts keep the language of a part", () => {
  const html = '<p lang="es">Llame al <em lang="en">service desk</em>.</p>'
  assert.equal(cleanHtml(html), html)
  assert.deepEqual(notAllowedIn(html), [])
})

const hostile: [string, string][] = [
  ["<script>alert(1)</script>Hi", "Hi"],
  ["<SCRIPT SRC=https://evil.example/x.js></SCRIPT>", ""],
  ["<scr<script>ipt>alert(1)</script>", "ipt&gt;alert(1)"],
  ["<p onclick=alert(1)>Hi</p>", "<p>Hi</p>"],
  ["<p style='position:fixed'>Hi</p>", "<p>Hi</p>"],
  ["<p class=x id=y data-z=1>Hi</p>", "<p>Hi</p>"],
  ["<img src=x onerror=alert(1)>", ""],
  ["<img src='https://evil.example/pixel.gif'>", ""],
  ["<a href='javascript:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href=' JaVaScRiPt:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='java&#10;script:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='&#106;avascript:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='data:text/html,<script>alert(1)</script>'>x</a>", "<a>x</a>"],
  ["<a href='vbscript:x'>x</a>", "<a>x</a>"],
  ["<a href='//evil.example'>x</a>", "<a>x</a>"],
  ["<a href='tel:javascript:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='mailto:javascript:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='/\\evil.example'>x</a>", "<a>x</a>"],
  ["<a href='/\t/evil.example'>x</a>", "<a>x</a>"],
  [
    "<a href='https://a.example' target=_blank rel=opener onmouseover=x>x</a>",
    '<a href="https://a.example" rel="noopener noreferrer">x</a>',
  ],
  ["<iframe src='https://evil.example'>x</iframe>", ""],
  ["<svg onload=alert(1)><p>x</p></svg>", ""],
  ["<svg><style><img src=x onerror=alert(1)></style></svg>", ""],
  [
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "",
  ],
  ["<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>", ""],
  ["<template><script>alert(1)</script></template>", ""],
  ["<style>body{display:none}</style>x", "x"],
  ["<link rel=stylesheet href=https://evil.example/x.css>x", "x"],
  ["<meta http-equiv=refresh content='0;url=https://evil.example'>x", "x"],
  ["<base href=https://evil.example/>x", "x"],
  ["<form action=https://evil.example><input name=password><button>Go</button></form>", "Go"],
  ["<object data=x></object><embed src=x>", ""],
  ["<constructor a=1><toString b=2>x", "x"],
  ["<!-- a comment -->x", "x"],
  ["<p>never closed", "<p>never closed</p>"],
  ["<h1>Too big</h1>", "Too big"],
  ["<b>bold</b> <i>slanted</i>", "<strong>bold</strong> <em>slanted</em>"],
]

for (const [html, clean] of hostile) {
  test(`cleans ${html}`, () => {
    assert.equal(cleanHtml(html), clean)
    assert.equal(cleanHtml(cleanHtml(html)), clean, "cleaning again must change nothing")
    assert.deepEqual(notAllowedIn(clean), [])
  })
}

test("a deeply nested text is cut off instead of exhausting the stack", () => {
  const cleaned = cleanHtml(`${"<ul><li>".repeat(5_000)}x`)
  assert.ok(cleaned.length < 1_000)
})

test("lists what it removes, each once", () => {
  assert.deepEqual(
    notAllowedIn("<p style=a>x</p><p style=b>y</p><img src=x><a href='javascript:x'>z</a>"),
    ["style of <p>", "<img>", "the link to javascript:x"],
  )
})
