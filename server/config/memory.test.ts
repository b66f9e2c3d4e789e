import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { memorySettings } from "./memory.ts"

test("the documented command starts a server with the memory settings that are measured", () => {
  const text = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8")
  const { flags, env, compileCache } = memorySettings
  const [name, folder] = compileCache
  const settings = [...Object.entries(env), [name, `.data/${folder}`]]
  for (const [setting, value] of settings) assert.ok(text.includes(`export ${setting}=${value}\n`))
  assert.ok(text.includes(`\nnode_modules/.bin/node ${flags.join(" ")} server/main.ts\n`))
})
