import assert from "node:assert/strict"
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import { PNG } from "pngjs"
import { listStates, writeIndex } from "./index-page.ts"

test("the page of pictures lists states that changed first, with the pictures that differ", () => {
  using temporary = mkdtempDisposableSync(join(tmpdir(), "pictures-"))
  const folder = temporary.path
  const put = (side: string, state: string, file: string, gray: number) => {
    const place = join(folder, side, encodeURIComponent(state))
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, file), pictureOf(gray))
  }
  put("before", "login", "390-light.png", 200)
  put("after", "login", "390-light.png", 201)
  for (const file of ["390-light.png", "390-dark.png"]) {
    put("before", "profile › Make Changes", file, 200)
    put("after", "profile › Make Changes", file, file.includes("dark") ? 180 : 200)
  }
  put("after", "dashboard </script>", "768-light.png", 200)
  const states = listStates(folder)
  assert.deepEqual(
    states.map(({ name, changed }) => [name, changed]),
    [
      ["dashboard </script>", ["768-light.png"]],
      ["profile › Make Changes", ["390-dark.png"]],
      ["login", []],
    ],
  )
  const address = writeIndex(folder, states, { since: "abc1234", looks: ["wayfarer"] })
  const page = readFileSync(fileURLToPath(address), "utf8")
  const [, data = ""] =
    page.match(/<script id="data" type="application\/json">(.*)<\/script>/) ?? []
  assert.deepEqual(JSON.parse(data), { since: "abc1234", looks: ["wayfarer"], states })
})

/** A small picture with one pixel of another gray on white. */
function pictureOf(gray: number): Buffer {
  const picture = new PNG({ width: 8, height: 8 })
  picture.data.fill(255)
  picture.data.fill(gray, 64, 67)
  return PNG.sync.write(picture)
}
