import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { memorySettings } from "./memory.ts"

const root = new URL("../../", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")

test("every way to start a server has the measured memory settings", () => {
  const { flags, env } = memorySettings
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const { scripts } = JSON.parse(read("package.json"))
  for (const text of [scripts.serve, read("deploy/my-account@.service")]) {
    for (const part of [...variables, `node ${flags.join(" ")} server/main.ts`]) {
      assert.ok(text.includes(part), `${part} is not in ${text}`)
    }
  }
  const image = read("deploy/Containerfile")
  for (const part of [...variables, ...flags.map((flag) => `"${flag}"`)]) {
    assert.ok(image.includes(part), part)
  }
})
