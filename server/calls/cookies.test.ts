import assert from "node:assert/strict"
import { test } from "node:test"
import cookie from "@fastify/cookie"
import Fastify from "fastify"
import { cookiesOf } from "./cookies.ts"

async function setCookieAt(address: string, maxAgeSeconds?: number): Promise<string> {
  const app = Fastify()
  await app.register(cookie)
  app.get("/", async (request, reply) => {
    cookiesOf(request, reply, address).set("session", "secret", maxAgeSeconds)
    return ""
  })
  const answer = await app.inject("/")
  await app.close()
  return String(answer.headers["set-cookie"])
}

test("over HTTPS a cookie is secure and bound to its host by name", async () => {
  assert.equal(
    await setCookieAt("https://my.example.com"),
    "__Host-session=secret; Path=/; HttpOnly; Secure; SameSite=Strict",
  )
})

test("plain HTTP gets cookies without a prefix on this machine, and none elsewhere", async () => {
  assert.equal(
    await setCookieAt("http://harbor.localhost:3000"),
    "session=secret; Path=/; HttpOnly; SameSite=Strict",
  )
  assert.match(await setCookieAt("http://localhost:3000"), /^session=/)
  assert.match(await setCookieAt("https://harbor.localhost"), /^__Host-session=.*Secure/)
  assert.match(await setCookieAt("http://my.example.com"), /^__Host-session=.*Secure/)
  assert.match(await setCookieAt("http://localhost.example.com"), /^__Host-session=.*Secure/)
})

test("a cookie lasts as long as its given lifetime, or else until the browser closes", async () => {
  assert.match(await setCookieAt("https://my.example.com", 60), /; Max-Age=60;/)
})
