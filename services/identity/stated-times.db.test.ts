import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { registrationMinutesLeft } from "#contracts/identity/registration-life.ts"
import { messages } from "#contracts/messages.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { recoveryOf, ticketIn, tom } from "#testing/recovery.ts"
import { registrationOf, walter } from "#testing/registration.ts"
import { signInTokenIn } from "#testing/sign-in-link.ts"
import { leastMinutes } from "#web/identity/registration/texts.ts"
import { impersonateAgain } from "#web/identity/session-transfer/texts.ts"

const host = "harbor.localhost"
const harold = demoPerson("harold.whitfield")

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

interface Begun {
  /** The texts that state the time. */
  texts: string[]
  /** Whether the server accepts the code, the link or the next step. */
  use(): Promise<boolean>
}

interface Stated {
  what: string
  /** The stated time in the words of the texts. */
  words: RegExp
  seconds: number
  begin(): Promise<Begun>
}

const stated: Stated[] = [
  {
    what: "LOGIN-12 the code of a login",
    words: /valid for 10 minutes/,
    seconds: 600,
    async begin() {
      const browser = app.browser()
      const payload = payloadOf(harold)
      await browser.call(host, "POST /appauth/login", payload)
      const { text } = await app.readMail(harold.emailAddress, "one-time code")
      const passCode = /\b\d{6}\b/.exec(text)?.[0] ?? ""
      const verification = { ...payload, passCode }
      return {
        texts: [text],
        async use() {
          const { reply } = await browser.call(
            host,
            "POST /appauth/passcode/verification",
            verification,
          )
          return reply.status === "SUCCESS"
        },
      }
    },
  },
  {
    what: "REGISTER-03 the code of a registration",
    words: /valid for 10 minutes/,
    seconds: 600,
    async begin() {
      const { number, person, verify } = registrationOf(app.browser(), walter)
      await number()
      await person()
      const { text } = await app.readMail(walter.email, "one-time code")
      const code = /\b\d{6}\b/.exec(text)?.[0] ?? ""
      return { texts: [text], use: async () => (await verify(code)).reply.verified }
    },
  },
  {
    what: "REGISTER-01 a registration whose number was entered again",
    words: /at least 30 minutes/,
    seconds: 1800,
    async begin() {
      const { number, person } = registrationOf(app.browser(), walter)
      await number()
      app.clock.advance({ minutes: 30 })
      await number()
      return {
        texts: [leastMinutes(registrationMinutesLeft)],
        use: async () => (await person()).status === 200,
      }
    },
  },
  {
    what: "RECOVER-09 the link to reset a password",
    words: /valid for 30 minutes/,
    seconds: 1800,
    async begin() {
      const { question, answer, check } = recoveryOf(app.browser(), tom)
      await question()
      await answer()
      const mail = await app.readMail(tom.email, "Reset your")
      const ticket = ticketIn(mail)
      const said = [messages["forgotPassword.done"].content, messages["agent.resetSent"].content]
      return { texts: [mail.text, ...said], use: async () => (await check(ticket)).status === 200 }
    },
  },
  {
    what: "GUESS-04 the link to log in with a new browser",
    words: /valid for 30 minutes/,
    seconds: 1800,
    async begin() {
      const wrong = { ...payloadOf(harold), password: "Guess-2026" }
      for (let n = 0; n < 21; n += 1) await app.browser().call(host, "POST /appauth/login", wrong)
      const mail = await app.readMail(harold.emailAddress, "Do you want to log in to")
      const token = signInTokenIn(mail)
      const open = () => app.browser().call(host, "POST /appauth/signInLink", { token })
      return { texts: [mail.text], use: async () => (await open()).status === 200 }
    },
  },
  {
    what: "LOGIN-09 the address of a session transfer",
    words: /for one minute/,
    seconds: 60,
    async begin() {
      const browser = app.browser()
      const union = "electricians.localhost"
      await browser.signIn(tom.host, tom.username)
      const { reply } = await browser.call(tom.host, "POST /appauth/handoff", { hostName: union })
      const token = new URL(reply.siteURL).pathname.split("/").at(-1) ?? ""
      const way = { token, cameFrom: app.origin(tom.host) }
      const redeem = () => browser.call(union, "POST /appauth/handoff/redeem", way)
      return { texts: [impersonateAgain], use: async () => (await redeem()).status === 200 }
    },
  },
]

for (const { what, words, seconds, begin } of stated) {
  test(`${what} is accepted only within the stated time`, async () => {
    for (const [waited, isAccepted] of [
      [seconds - 1, true],
      [seconds, false],
    ] as const) {
      // So that the limits of earlier attempts no longer apply.
      app.clock.advance({ hours: 2 })
      const { texts, use } = await begin()
      for (const text of texts) assert.match(text, words)
      app.clock.advance({ seconds: waited })
      assert.equal(await use(), isAccepted, `${waited} seconds later`)
    }
  })
}
