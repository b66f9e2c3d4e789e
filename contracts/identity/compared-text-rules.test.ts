import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { comparedText } from "./compared-text-rules.ts"

const apostrophes = [..."'’‘‛`´ʻʼʽʾʿˈ′＇ꞌꞋ՚׳᾿"]

test("RECOVER-05 REGISTER-08 letters and digits are compared, and additions by a keyboard are ignored", () => {
  for (const [compared, ...all] of [
    [
      "saintmarys",
      "Saint Mary's",
      " SAINT\u00a0MARY’S.",
      "saint-marys",
      "Sa\u200bint Ma\u00adry's",
    ],
    ["saopaulo", "São Paulo", "Sa\u0303o Paulo", "SÃO PAULO", "sao paulo"],
    ["kaaihue", "Kaʻaihue", "Ka'aihue", "Kaʼāihue"],
    ["strasse12", "Straße 12", "STRASSE １２", "Strasse ١٢", "ſtrasse १२"],
    ["nuez", "ŉuez", "'nuez"],
    ["οδοσα", "ΟΔΟΣ Α", "οδός'α".normalize("NFD").replace("\u0301", "")],
    ["", "", " - ", "🐕", "ʻ’", "\u200b", "´"],
  ] as const) {
    for (const text of all) assert.equal(comparedText(text), compared, JSON.stringify(text))
  }
})

test("RECOVER-05 letters and marks of other scripts stay different", () => {
  for (const [one, other] of [
    ["कि", "का"],
    ["が", "か"],
    ["ー", "々"],
    ["й", "и"],
    ["кот", "kot"],
    ["раris", "paris"],
    ["นา", "นำ"],
    ["1", "l"],
    ["street", "stret"],
  ] as const) {
    assert.notEqual(comparedText(one), comparedText(other), `${one} ${other}`)
  }
})

test("RECOVER-05 REGISTER-08 apostrophes, accents, capitals, spaces and invisible characters are ignored", () => {
  const addition = fc.constantFrom(...apostrophes, ..." .-–\u00a0\u200b\u200d\u00ad\u2060\ufeff")
  const latin = fc.stringMatching(/^[a-zåéñüøß0-9]{1,12}$/)
  fc.assert(
    fc.property(latin, fc.array(addition), fc.nat(12), (text, added, at) => {
      const with_ = text.slice(0, at) + added.join("") + text.slice(at)
      assert.equal(comparedText(with_), comparedText(text))
      assert.equal(comparedText(with_.normalize("NFD")), comparedText(text))
      assert.equal(comparedText(with_.toUpperCase()), comparedText(text))
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const once = comparedText(text)
      assert.equal(comparedText(text.normalize("NFD")), once)
      assert.equal(comparedText(` ${text}.`), once)
      assert.equal(comparedText(once), once)
    }),
  )
})
