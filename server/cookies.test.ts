import assert from "node:assert/strict"
import { test } from "node:test"
import cookie from "@fastify/cookie"
import Fastify from "fastify"
import { cookiesOf } from "./cookies.ts"

async function setCookieAt(
  host: string,
  protocol: "http" | "https",
  maxAgeSeconds?: number,
): Promise<string> {
  const app = Fastify({ trustProxy: true })
  await app.register(cookie)
  app.get("/", async (request, reply) => {
    cookiesOf(request, reply).set("session", "secret", maxAgeSeconds)
    return ""
  })
  const headers = { host, "x-forwarded-proto": protocol }
  const answer = await app.inject({ url: "/", headers })
  await app.close()
  return String(answer.headers["set-cookie"])
}

test("over HTTPS a cookie is secure and bound to its host by name", async () => {
  assert.equal(
    await setCookieAt("my.example.com", "https"),
    "__Host-session=secret; Path=/; HttpOnly; Secure; SameSite=Strict",
  )
})

test("plain HTTP gets the same without prefix on this machine, and nowhere else", async () => {
  assert.equal(
    await setCookieAt("harbor.localhost:3000", "http"),
    "session=secret; Path=/; HttpOnly; SameSite=Strict",
  )
  assert.match(await setCookieAt("my.example.com", "http"), /^__Host-session=.*Secure/)
  assert.match(await setCookieAt("localhost.example.com", "http"), /^__Host-session=.*Secure/)
})

test("a cookie lasts as long as it is told to, else as long as the browser runs", async () => {
  assert.match(await setCookieAt("my.example.com", "https", 60), /; Max-Age=60;/)
})
