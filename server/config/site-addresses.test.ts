import assert from "node:assert/strict"
import { test } from "node:test"
import { createSiteAddresses, readSiteAddress } from "./site-addresses.ts"

test("ORIGIN-06 SITE_ADDRESS is a scheme, {host} and an optional port", () => {
  assert.equal(readSiteAddress("https://{host}"), "https://{host}")
  assert.equal(readSiteAddress("https://{host}:8443/"), "https://{host}:8443")
  assert.equal(readSiteAddress("http://{host}:3000"), "http://{host}:3000")
})

test("ORIGIN-06 any other SITE_ADDRESS is refused by name", () => {
  const wrong = [
    ...["nonsense", "https://my.example.com", "ftp://{host}", "{host}", "https://{host}/path"],
    ...["https://{host}:99999", "https://{host}:0", "https://{host}@evil.example", "//{host}"],
    ...["https://{host}.evil.example", "https://{host}{host}", "javascript://{host}"],
  ]
  for (const text of wrong) {
    assert.equal(readSiteAddress(text), undefined, text)
  }
})

test("without SITE_ADDRESS, site addresses use the port that the server listens on", () => {
  const addresses = createSiteAddresses({ siteAddress: undefined, port: 0 })
  addresses.listening(4711)
  assert.equal(addresses.of("harbor.localhost"), "http://harbor.localhost:4711")
  const set = createSiteAddresses({ siteAddress: "https://{host}", port: 0 })
  set.listening(4711)
  assert.equal(set.of("my.example.com"), "https://my.example.com")
})
