import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { isTestCode, testEndings } from "./test-code.ts"

const root = join(import.meta.dirname, "..")
const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "")

test("a name has no ending but those of product code and of tests", () => {
  const ofProduct = [".store", ".load.store", ".load", ".worker", ".config", ".spec"]
  const unknown = files.filter((file) => {
    const [ending = ""] = /\.[\w.]+(?=\.tsx?$)/.exec(file) ?? []
    return ending !== "" && !isTestCode(file) && !ofProduct.includes(ending)
  })
  assert.deepEqual(unknown, [])
  for (const ending of testEndings) {
    assert.ok(
      files.some((file) => file.includes(`${ending}.ts`)),
      ending,
    )
  }
})

test("the image leaves out the files with each ending of tests", () => {
  const script = readFileSync(join(root, "deploy/rootfs.sh"), "utf8")
  const [, listed = ""] = /\(\\\.\(([\w|]+)\)\|-fixture\)/.exec(script) ?? []
  assert.deepEqual(
    [...listed.split("|").map((name) => `.${name}`), "-fixture"],
    testEndings,
    "deploy/rootfs.sh lists the endings of testing/test-code.ts",
  )
})

test("code of tests is known by its ending", () => {
  for (const file of ["a.test.ts", "a.db.test.ts", "a.test.tsx", "a-fixture.ts", "a.model.ts"]) {
    assert.ok(isTestCode(`services/${file}`), file)
  }
  for (const file of ["a.ts", "a.store.ts", "test.ts", "fixture.ts", "model.ts", "a.module.css"]) {
    assert.ok(!isTestCode(`services/${file}`), file)
  }
})
