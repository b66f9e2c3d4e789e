import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { before, describe, test } from "node:test"
import type { Captcha, Challenge } from "./port.ts"

const expiresAt = new Date("2026-03-02T12:20:00Z")

/**
 * What every adapter of this port must do. `open` makes one with a key; `solve` does what a
 * browser does, and returns the proof.
 */
export function testCaptcha(
  adapter: string,
  open: (key: Buffer) => Captcha,
  solve: (challenge: Challenge) => Promise<string>,
) {
  describe(`captcha by ${adapter}`, () => {
    const key = randomBytes(32)
    const captcha = open(key)
    let challenge: Challenge
    let proof: string
    before(async () => {
      challenge = await captcha.challenge("registration harbor.localhost", expiresAt)
      proof = await solve(challenge)
    })

    test("a proof contains its purpose and its expiry", async () => {
      const solved = await captcha.read(proof)
      assert.equal(solved?.purpose, "registration harbor.localhost")
      assert.deepEqual(solved?.expiresAt, expiresAt)
    })

    test("reading a proof twice gives the same id, and another task has a different id", async () => {
      const other = await solve(await captcha.challenge("registration harbor.localhost", expiresAt))
      const [first, again, another] = await Promise.all([proof, proof, other].map(captcha.read))
      assert.equal(first?.id, again?.id)
      assert.notEqual(first?.id, another?.id)
    })

    test("a task does not contain its own solution", async () => {
      const guess = changed(proof, ({ solution }) => {
        solution.derivedKey = challenge.parameters.keyPrefix
      })
      assert.equal(await captcha.read(guess), undefined)
    })

    test("another process with the same key accepts the proof, one with another key does not", async () => {
      assert.ok(await open(key).read(proof))
      assert.equal(await open(randomBytes(32)).read(proof), undefined)
    })

    test("a proof with any part changed is refused", async () => {
      const changes: ((content: Content) => void)[] = [
        ({ challenge }) => {
          challenge.parameters.data.purpose = "forgotUsername harbor.localhost"
        },
        ({ challenge }) => {
          challenge.parameters.data.expires += 3_600
        },
        ({ challenge }) => {
          challenge.parameters.cost = 1
        },
        ({ challenge }) => {
          challenge.parameters.keySignature = ""
        },
        ({ challenge }) => {
          challenge.signature = challenge.signature.replace(/^./, (one) =>
            one === "0" ? "1" : "0",
          )
        },
        ({ solution }) => {
          solution.derivedKey = "00".repeat(32)
        },
        ({ solution }) => {
          solution.derivedKey = ""
        },
      ]
      for (const change of changes) {
        assert.equal(await captcha.read(changed(proof, change)), undefined, String(change))
      }
    })

    test("input that is not a proof is refused without an error", async () => {
      for (const text of ["", "x", "e30=", "bnVsbA==", "💶", "A".repeat(4_000)]) {
        assert.equal(await captcha.read(text), undefined)
      }
    })
  })
}

interface Content {
  challenge: Challenge
  solution: { counter: number; derivedKey: string }
}

function changed(proof: string, change: (content: Content) => void): string {
  const content: Content = JSON.parse(Buffer.from(proof, "base64").toString())
  change(content)
  return Buffer.from(JSON.stringify(content)).toString("base64")
}
