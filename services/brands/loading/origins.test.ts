import assert from "node:assert/strict"
import { test } from "node:test"
import { areAllowing, origins } from "./client-file.ts"

test("SCRIPT-08 origins of hosts and of all hosts below a domain are accepted", () => {
  const fine = [
    "https://chat.example.com",
    "https://*.example.com",
    "https://*.tools.example.co.uk",
    "https://chat.example.com:8443",
  ]
  assert.deepEqual(origins.parse(fine), fine)
  assert.deepEqual(origins.parse(undefined), [])
})

test("SCRIPT-08 an address matches the origin of its own host or of a domain above it", () => {
  const rows: [string, string, boolean][] = [
    ["https://a.example.com", "https://a.example.com/x.css", true],
    ["https://a.example.com:443", "https://a.example.com/x.css", true],
    ["https://a.example.com", "https://a.example.com:8443/x.css", false],
    ["https://a.example.com", "http://a.example.com/x.css", false],
    ["https://*.example.com", "https://b.a.example.com/x.css", true],
    ["https://*.example.com", "https://example.com/x.css", false],
    ["https://*.example.com", "https://badexample.com/x.css", false],
    ["https://*.example.com", "http://a.example.com/x.css", false],
  ]
  for (const [origin, address, expected] of rows) {
    assert.equal(areAllowing([origin], new URL(address)), expected, `${origin} ${address}`)
  }
})

test("SCRIPT-08 values that cover more than one origin are refused: only https, no keywords and no registries", () => {
  const refused = [
    ...[
      "*",
      "https:",
      "https://",
      "https://*",
      "https://*.com",
      "https://*.co.uk",
      "https://*.com.au",
    ],
    ...["'self'", "'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", "data:", "blob:"],
    ...["http://chat.example.com", "wss://chat.example.com", "chat.example.com"],
    ...["https://chat.example.com/", "https://chat.example.com/a.js", "https://chat.example.com?x"],
    ...["https://chat.example.com 'unsafe-inline'", "https://chat.example.com;script-src *"],
    ...["https://user@chat.example.com", "https://CHAT.example.com", "https://localhost"],
    ...[
      "https://10.0.0.1",
      "https://[::1]",
      "https://chat.example.com:0x50",
      "https://a.*.example.com",
    ],
    ...[
      "https://chat.example.com\n",
      "https://chat.example.com:70000",
      "https://-a.example.com",
      "",
    ],
  ]
  for (const origin of refused) {
    assert.equal(origins.safeParse([origin]).success, false, JSON.stringify(origin))
  }
})
