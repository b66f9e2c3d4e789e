import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import {
  AuthenticationNeeded,
  AuthorizationGone,
  type Charge,
  ChargeRefused,
  type ChargeRequest,
  GatewayAway,
  type GatewayReport,
  GatewaySilent,
  KeyReused,
  MethodGone,
  type NewMethod,
  type PaymentGateway,
  RefundRefused,
  ReportRefused,
  TokenRefused,
} from "./port.ts"
import { cardPayment, keepTerms } from "./sample-requests.ts"

interface Sent {
  headers: Record<string, string | undefined>
  body: Buffer
}

export interface Opened {
  gateway: PaymentGateway
  /** What a page gets for a card with this number, which people type into the gateway's frames. */
  cardToken(number: string): Promise<string>
  /** What a page gets for the typed number of a bank account. */
  bankToken(account: string): Promise<string>
  /** The expiration of these cards; 08/2031 if absent. */
  expirationDate?: RegExp
  /** Numbers of the gateway's own test documentation. */
  numbers: {
    card: string
    declined: string
    refused: string
    account: string
    returnedAccount: string
    /** Its customer must verify it before it is charged. */
    accountToVerify: string
    /** Its first debit is returned, and it is blocked then. */
    blockedAccount: string
    /** Its debit settles and is disputed, which ends its authorization. */
    revokedAccount: string
    /** Its debit settles and is returned later for lack of money. */
    lateAccount: string
    /** A charge exceeds a limit of the gateway. */
    limitedAccount: string
    /** A charge succeeds, and its card network suspects fraud. */
    suspectedCard: string
    /**
     * Two cards: the bank of one requires authentication each time, and the bank of the other only
     * when the card is saved.
     */
    asksEachTime: string
    asksOnce: string
  }
  /** A card whose next charge succeeds, but whose answer is lost. */
  unanswered(): string
  /**
   * Chooses an account at the bank, as `connectBank` does; returns the browser's token. Undefined if
   * only a person can.
   */
  chooseBank(session: string, account: string): Promise<string | undefined>
  /** Verifies a typed bank account as its customer; called only for one that must be verified. */
  verify(account: NewMethod): Promise<void>
  /** Takes the settled debit with this key back; false if the gateway cannot simulate it. */
  returnLate(key: string): Promise<boolean>
  /** Confirms or refuses on the page of the bank. */
  answerBank(address: string, isConfirmed: boolean): Promise<void>
  /** Number of charges that the gateway has for this key. */
  charges(key: string): Promise<number>
  /** Advances the clock by days, and returns the gateway's signed reports since the last time. */
  letDaysPass(): Promise<Sent[]>
  /** Makes the gateway pay out the money that has arrived; absent if it has a calendar of its own. */
  payOut?(): Promise<void>
  /** Since when the gateway's books are read; all of them if absent. */
  since?: Date
  /** Makes the gateway unreachable for the rest of the test. */
  goAway(): Promise<void>
  close(): Promise<void>
}

type Kind = ChargeRequest["kind"]

const address = { lines: ["1 Harbor Street", ""], city: "Chicago", state: "IL", zip: "60601" }

/**
 * The behavior that every adapter of this port must have, from the browser's token to the returned
 * debit.
 */
export function testPaymentGateway(adapter: string, open: () => Promise<Opened>) {
  describe(`payment-gateway over ${adapter}`, () => {
    let opened: Opened
    let gateway: PaymentGateway
    before(async () => {
      opened = await open()
      gateway = opened.gateway
    })
    after(() => opened.close())

    const cardToken = (number: string) => opened.cardToken(number)
    const bankToken = (account: string) => opened.bankToken(account)
    let kept = 0
    const keepCard = async (number: string) => {
      kept += 1
      return (await gateway.keep(await cardToken(number), `keep card ${kept}`, keepTerms)).reference
    }
    const keepBank = async (number: string) => {
      kept += 1
      const account = await gateway.keep(await bankToken(number), `keep bank ${kept}`, keepTerms)
      if (account.verifyAt !== "") await opened.verify(account)
      return account.reference
    }
    const debit = (key: string, reference: string) =>
      gateway.charge(request(key, reference, 4_217, "bank"))
    const always = () => ({
      from: opened.since ?? new Date("2020-01-01"),
      until: new Date("2040-01-01"),
    })
    const read = async (reference: string) => {
      const report = await gateway.readMethod(reference)
      assert.ok(report)
      return report
    }
    const request = (key: string, reference: string, amount = 4_217, kind = "card" as Kind) => ({
      ...cardPayment,
      key,
      reference,
      amount,
      kind,
    })

    test("reports whether it is available", async () => {
      assert.equal(await gateway.available(), true)
    })

    test("saves a card and returns the details that may be shown", async () => {
      const token = await cardToken(opened.numbers.card)
      const saved = await gateway.keep(token, "first card", keepTerms)
      const { reference, expirationDate, ...shown } = saved
      assert.ok(reference.length > 0 && reference.length <= 200)
      assert.match(expirationDate, opened.expirationDate ?? /^08\/2031$/)
      assert.deepEqual(shown, {
        kind: "card",
        cardType: "VS",
        lastFour: "4242",
        institution: "",
        maskedRoutingNumber: "",
        verifyAt: "",
        deposits: "",
        routingNumber: "",
      })
    })

    test("saves a bank account and returns the details that may be shown", async () => {
      const token = await bankToken(opened.numbers.account)
      const {
        reference: _,
        institution,
        verifyAt,
        deposits,
        ...shown
      } = await gateway.keep(token, "first bank", keepTerms)
      assert.notEqual(institution, "")
      assert.equal(deposits === "", verifyAt === "")
      assert.deepEqual(shown, {
        kind: "bank",
        cardType: "",
        lastFour: "6789",
        expirationDate: "",
        maskedRoutingNumber: "*****0000",
        routingNumber: "110000000",
      })
    })

    test("an account that its customer must verify is read and charged only afterward", async () => {
      const token = await bankToken(opened.numbers.accountToVerify)
      const account = await gateway.keep(token, "to verify", keepTerms)
      const { reference, verifyAt, deposits } = account
      assert.match(verifyAt, /^https?:/)
      assert.ok(["amounts", "code"].includes(deposits), deposits)
      assert.equal(await gateway.readMethod(reference), undefined)
      await assert.rejects(debit("not verified", reference), MethodGone)
      assert.equal(await gateway.find({ key: "not verified", reference }), undefined)
      await opened.verify(account)
      const { method, isVerificationFailed = false } = await read(reference)
      assert.deepEqual([method, isVerificationFailed], [savedPart(account), false])
      assert.equal((await debit("verified", reference)).status, "pending")
    })

    const chosenBank = async (key: string) => {
      const { session } = await gateway.prepareBank(key, keepTerms)
      return await opened.chooseBank(session, opened.numbers.account)
    }

    const refusedToken = { name: "TokenRefused", reason: "token_unknown" }

    test("an account that the customer chose at their bank is charged at once", async () => {
      const token = await chosenBank("bank")
      if (token === undefined) return
      assert.equal(gateway.inBrowser.hasInstantBank, true)
      const saved = await gateway.keep(token, "chosen", keepTerms)
      const { reference, institution, ...shown } = saved
      assert.notEqual(institution, "")
      assert.deepEqual(shown, {
        kind: "bank",
        cardType: "",
        lastFour: "6789",
        expirationDate: "",
        maskedRoutingNumber: "*****0000",
        verifyAt: "",
        deposits: "",
        routingNumber: "110000000",
      })
      assert.deepEqual((await read(reference)).method, savedPart(saved))
      assert.equal((await debit("chosen", reference)).status, "pending")
    })

    test("a key prepares one choice at the bank, and its account is saved once for any number of parallel requests", async () => {
      const prepared = await gateway.prepareBank("prepared", keepTerms)
      assert.deepEqual(await gateway.prepareBank("prepared", keepTerms), prepared)
      const token = await chosenBank("parallel")
      if (token === undefined) return
      const keep = (key: string) => gateway.keep(token, key, keepTerms)
      const [one, same, other] = await Promise.allSettled([keep("one"), keep("one"), keep("other")])
      const kept = [one, other].filter(({ status }) => status === "fulfilled")
      assert.equal(kept.length, 1)
      assert.deepEqual(same, one)
      const late = keep("late")
      await assert.rejects(late, refusedToken)
    })

    test("nobody saves an account that another customer chose, also not one of another client", async () => {
      const token = await chosenBank("owned")
      if (token === undefined) return
      const others = [
        { ...keepTerms, accountNumber: "H-100201" },
        { ...keepTerms, client: "summit" },
      ]
      for (const [index, terms] of others.entries()) {
        await assert.rejects(gateway.keep(token, `other ${index}`, terms), refusedToken)
      }
      assert.equal((await gateway.keep(token, "owner", keepTerms)).lastFour, "6789")
    })

    test("without a chosen account, the session is no token", async () => {
      const { session } = await gateway.prepareBank("not chosen", keepTerms)
      for (const token of [session, session.split("_secret_")[0] ?? ""]) {
        await assert.rejects(gateway.keep(token, "not chosen", keepTerms), refusedToken)
      }
    })

    test("a token works once, and repeating its key returns the same answer", async () => {
      const token = await cardToken(opened.numbers.card)
      const first = await gateway.keep(token, "once", keepTerms)
      assert.deepEqual(await gateway.keep(token, "once", keepTerms), first)
      const refused = { name: "TokenRefused", reason: "token_unknown" }
      await assert.rejects(gateway.keep(token, "twice", keepTerms), refused)
      await assert.rejects(gateway.keep("pm_nobody", "nobody", keepTerms), refused)
      await assert.rejects(gateway.keep("../customers", "no one else", keepTerms), refused)
    })

    test("a card that cannot be saved is refused", async () => {
      const token = await cardToken(opened.numbers.refused)
      await assert.rejects(gateway.keep(token, "refused", keepTerms), TokenRefused)
    })

    test("changes the expiry, holder and address of a saved method", async () => {
      const reference = await keepCard(opened.numbers.card)
      const change = { expirationDate: "01/2033", holderName: "M. Santos", address }
      const changed = await gateway.change(reference, change, "change")
      assert.equal(changed.expirationDate, "01/2033")
      assert.equal(changed.reference, reference)
      const name = { holderName: "Maria" }
      assert.equal((await gateway.change(reference, name, "name")).expirationDate, "01/2033")
      await assert.rejects(gateway.change("cus_x/pm_x", name, "nobody's"), MethodGone)
    })

    test("RECONCILE-07 a saved method is read in its present state, and a removed one is not found", async () => {
      const card = await gateway.keep(await cardToken(opened.numbers.card), "to read", keepTerms)
      const bank = await gateway.keep(
        await bankToken(opened.numbers.account),
        "to read as well",
        keepTerms,
      )
      if (bank.verifyAt !== "") await opened.verify(bank)
      await gateway.change(card.reference, { expirationDate: "02/2034" }, "change of the read one")
      for (const saved of [{ ...card, expirationDate: "02/2034" }, bank].map(savedPart)) {
        const { method, isVerificationFailed = false } = await read(saved.reference)
        assert.deepEqual([method, isVerificationFailed], [saved, false])
      }
      await gateway.forget(card.reference)
      for (const gone of [card.reference, "cus_x/pm_x", "../methods"]) {
        assert.equal(await gateway.readMethod(gone), undefined)
      }
    })

    test("charges a card and finds the charge by its key", async () => {
      const reference = await keepCard(opened.numbers.card)
      const charge = await gateway.charge(request("card", reference))
      assert.ok(["accepted", "settled"].includes(charge.status), charge.status)
      assert.equal(charge.amount, 4_217)
      assert.equal(charge.reason, "")
      assert.equal(charge.refundedAmount, 0)
      assert.deepEqual(await gateway.find({ key: "card", reference }), charge)
      assert.equal(await gateway.find({ key: "no such key", reference }), undefined)
      assert.equal(await gateway.find({ key: '"\\ OR amount>0', reference }), undefined)
    })

    test("charges once per key, for any number of parallel requests", async () => {
      const reference = await keepCard(opened.numbers.card)
      const asked = Array.from({ length: 20 }, () => gateway.charge(request("parallel", reference)))
      const [first, ...others] = await Promise.all(asked)
      for (const other of others) assert.deepEqual(other, first)
      assert.equal(await opened.charges("parallel"), 1)
    })

    test("a key cannot be reused for another amount or method", async () => {
      const reference = await keepCard(opened.numbers.card)
      await gateway.charge(request("reused", reference))
      await assert.rejects(gateway.charge(request("reused", reference, 1)), KeyReused)
      const other = await keepCard(opened.numbers.card)
      await assert.rejects(gateway.charge(request("reused", other)), KeyReused)
      assert.equal(await opened.charges("reused"), 1)
    })

    test("a decline is a result, and repeating the key returns it again", async () => {
      const reference = await keepCard(opened.numbers.declined)
      const declined = await gateway.charge(request("declined", reference))
      assert.equal(declined.status, "declined")
      assert.notEqual(declined.reason, "")
      assert.equal((await gateway.charge(request("declined", reference))).status, "declined")
      assert.equal((await gateway.find({ key: "declined", reference }))?.status, "declined")
    })

    test("repeating the key after a lost answer returns the result and charges once", async () => {
      const reference = await keepCard(opened.unanswered())
      await assert.rejects(gateway.charge(request("lost", reference)), GatewaySilent)
      const found = await gateway.charge(request("lost", reference))
      assert.ok(["accepted", "settled"].includes(found.status), found.status)
      assert.deepEqual(await gateway.find({ key: "lost", reference }), found)
      assert.equal(await opened.charges("lost"), 1)
    })

    test("a canceled key is never charged, and canceling returns a charge that was already made", async () => {
      const reference = await keepCard(opened.numbers.card)
      assert.equal(await gateway.cancel(request("canceled", reference)), undefined)
      const late = await gateway.charge(request("canceled", reference)).catch((error) => error)
      assert.ok(late instanceof KeyReused || late.status === "declined", String(late))
      const charge = await gateway.charge(request("made before", reference))
      assert.deepEqual(await gateway.cancel(request("made before", reference)), charge)
      await gateway.forget(reference)
      assert.equal(await gateway.cancel(request("gone", reference)), undefined)
    })

    /** Saves a card whose bank requires authentication, as a customer who confirms. */
    async function keepConfirmed(number: string): Promise<string> {
      kept += 1
      const key = `keep confirmed ${kept}`
      const token = await cardToken(number)
      const keep = () => gateway.keep(token, key, keepTerms)
      const asked = await needed(keep())
      assert.deepEqual(await needed(keep()), asked, "the same page while it is open")
      await opened.answerBank(asked.address, true)
      const { reference } = await keep()
      assert.equal(reference, asked.reference)
      return reference
    }

    test("a card whose bank requires authentication is saved only after the customer confirms", async () => {
      const token = await cardToken(opened.numbers.asksOnce)
      const refused = { name: "TokenRefused", reason: "not_authenticated" }
      const keep = (key: string) => gateway.keep(token, key, keepTerms)
      const { address, reference } = await needed(keep("refused by the customer"))
      await assert.rejects(gateway.charge(request("too early", reference)), MethodGone)
      await opened.answerBank(address, false)
      await assert.rejects(keep("refused by the customer"), refused)
      const _other = await cardToken(opened.numbers.asksOnce)
      const saved = await keepConfirmed(opened.numbers.asksOnce)
      const charge = await gateway.charge({
        ...request("saved with authentication", saved),
        isCustomerPresent: false,
      })
      assert.ok(["accepted", "settled"].includes(charge.status), charge.status)
    })

    test("a card that the customer did not confirm can be removed", async () => {
      const token = await cardToken(opened.numbers.asksOnce)
      const keep = () => gateway.keep(token, "given up", keepTerms)
      const { address, reference } = await needed(keep())
      await gateway.forget(reference)
      await opened.answerBank(address, true)
      await assert.rejects(keep(), TokenRefused)
    })

    test("a payment that requires authentication is charged once, after the customer confirms", async () => {
      const reference = await keepConfirmed(opened.numbers.asksEachTime)
      const asked = { ...request("asked", reference), canAuthenticate: true }
      const first = await needed(gateway.charge(asked))
      assert.deepEqual(await needed(gateway.charge(asked)), first)
      assert.deepEqual(await needed(gateway.find(asked)), first)
      await opened.answerBank(first.address, true)
      await opened.answerBank(first.address, true)
      const found = await gateway.find(asked)
      assert.ok(found && ["accepted", "settled"].includes(found.status), found?.status ?? "none")
      assert.deepEqual(await gateway.charge(asked), found)
      assert.equal(await opened.charges("asked"), 1)
    })

    test("a payment that the customer refuses, abandons or cannot confirm is not charged", async () => {
      const reference = await keepConfirmed(opened.numbers.asksEachTime)
      const refused = { ...request("refused at the bank", reference), canAuthenticate: true }
      const { address } = await needed(gateway.charge(refused))
      await opened.answerBank(address, false)
      const told = await gateway.find(refused)
      assert.deepEqual([told?.status, told?.reason], ["declined", "not_authenticated"])

      const givenUp = { ...request("given up at the bank", reference), canAuthenticate: true }
      const page = await needed(gateway.charge(givenUp))
      assert.equal(await gateway.cancel(givenUp), undefined)
      await opened.answerBank(page.address, true)
      const late = await gateway.charge(givenUp).catch((error) => error)
      assert.ok(late instanceof KeyReused || late.status === "declined", String(late))

      const absent = { ...request("absent", reference), isCustomerPresent: false }
      const declined = await gateway.charge(absent)
      assert.deepEqual([declined.status, declined.reason], ["declined", "not_authenticated"])
    })

    test("a refusal for good differs from a decline, and repeating the key repeats it", async () => {
      const reference = await keepBank(opened.numbers.limitedAccount)
      const refused = { name: "ChargeRefused", refusedFor: "amount" }
      const asked = request("above a limit", reference, 4_217, "bank")
      for (const call of [gateway.charge, gateway.charge, gateway.find]) {
        await assert.rejects(call(asked), refused)
      }
      const parallel = Array.from({ length: 8 }, (_, n) =>
        gateway.charge({ ...asked, key: `at once ${n % 2}` }),
      )
      for (const one of await Promise.allSettled(parallel)) {
        assert.ok(one.status === "rejected" && one.reason instanceof ChargeRefused, one.status)
      }
      assert.equal(await gateway.cancel(asked), undefined)
      await assert.rejects(gateway.charge(asked), refused)
      assert.equal(await opened.charges("above a limit"), 0)
    })

    test("a debit of a blocked account is declined and was never returned", async () => {
      const reference = await keepBank(opened.numbers.blockedAccount)
      await debit("blocks the account", reference)
      await opened.letDaysPass()
      const returned = await gateway.find({ key: "blocks the account", reference })
      assert.equal(returned?.status, "returned")
      const { blocked = "", isAuthorizationGone = false } = await read(reference)
      assert.notEqual(blocked, "")
      assert.equal(isAuthorizationGone, false)
      const declined = await debit("of a blocked account", reference)
      assert.equal(declined.status, "declined")
      assert.notEqual(declined.reason, "")
      assert.deepEqual(await gateway.find({ key: "of a blocked account", reference }), declined)
      const refused = gateway.renew(reference, "renew a blocked account", keepTerms)
      await assert.rejects(refused, TokenRefused)
      assert.ok((await read(reference)).blocked)
    })

    test("an account whose authorization has ended is charged only after it was renewed", async () => {
      const reference = await keepBank(opened.numbers.revokedAccount)
      const kept = await read(reference)
      assert.equal(kept.isAuthorizationGone, false)
      await debit("disputed later", reference)
      for (let pass = 0; pass < 3; pass += 1) await opened.letDaysPass()
      const disputed = await gateway.find({ key: "disputed later", reference })
      assert.deepEqual([disputed?.status, disputed?.reason], ["disputeLost", "not_authorized"])
      assert.equal((await read(reference)).isAuthorizationGone, true)
      const asked = request("without authorization", reference, 4_217, "bank")
      for (const call of [gateway.charge, gateway.charge, gateway.find]) {
        await assert.rejects(call(asked), AuthorizationGone)
      }
      assert.equal(await opened.charges("without authorization"), 0)

      const renewed = await gateway.renew(reference, "renewed", keepTerms)
      assert.deepEqual(await gateway.renew(reference, "renewed", keepTerms), renewed)
      assert.deepEqual(savedPart(renewed), kept.method)
      assert.equal((await read(reference)).isAuthorizationGone, false)
      await assert.rejects(gateway.charge(asked), AuthorizationGone)
      assert.equal((await debit("authorized again", reference)).status, "pending")
      await assert.rejects(gateway.renew("cus_x/pm_x", "nobody's", keepTerms), MethodGone)
    })

    test("a debit that a bank returns after it settled is returned and not disputed", async () => {
      const reference = await keepBank(opened.numbers.lateAccount)
      await debit("returned late", reference)
      await opened.letDaysPass()
      const asked = { key: "returned late", reference }
      assert.equal((await gateway.find(asked))?.status, "settled")
      if (!(await opened.returnLate("returned late"))) return
      const found = await gateway.find(asked)
      assert.deepEqual([found?.status, found?.reason], ["returned", "insufficient_funds"])
    })

    test("a suspicion of fraud is reported and changes no charge", async () => {
      const reference = await keepCard(opened.numbers.suspectedCard)
      const { reference: charge } = await gateway.charge(request("suspected", reference))
      const sent = await opened.letDaysPass()
      const reports = await Promise.all(
        sent.map(({ headers, body }) => gateway.readReport(headers, body)),
      )
      const warnings = reports.filter((report) => report && "isFraudWarning" in report)
      assert.deepEqual(warnings, [{ key: "suspected", reference: charge, isFraudWarning: true }])
      const found = await gateway.find({ key: "suspected", reference })
      assert.ok(found && ["accepted", "settled"].includes(found.status), found?.status ?? "none")
    })

    test("a debit stays pending for days, and its result is reported", async () => {
      const good = await keepBank(opened.numbers.account)
      const bad = await keepBank(opened.numbers.returnedAccount)
      assert.equal(
        (await gateway.charge(request("good debit", good, 100, "bank"))).status,
        "pending",
      )
      assert.equal((await gateway.charge(request("bad debit", bad, 100, "bank"))).status, "pending")
      const sent = await opened.letDaysPass()
      const reports = await Promise.all(
        sent.map(({ headers, body }) => gateway.readReport(headers, body)),
      )
      const of = (key: string) =>
        reports.filter((report) => report && "status" in report && report.key === key)
      const [settled, returned] = await Promise.all([
        gateway.find({ key: "good debit", reference: good }),
        gateway.find({ key: "bad debit", reference: bad }),
      ])
      assert.deepEqual(of("good debit"), [reportOf(settled)])
      assert.deepEqual(of("bad debit"), [reportOf(returned)])
      assert.equal(returned?.reason, "insufficient_funds")
      assert.equal((await gateway.find({ key: "good debit", reference: good }))?.status, "settled")
      assert.equal((await gateway.find({ key: "bad debit", reference: bad }))?.status, "returned")
    })

    test("RECONCILE-05 a charge is looked up by the gateway's own reference", async () => {
      const reference = await keepCard(opened.numbers.card)
      const { reference: own } = await gateway.charge(request("looked up", reference))
      assert.deepEqual(
        await gateway.lookUp(own),
        await gateway.find({ key: "looked up", reference }),
      )
      for (const unknown of ["", "pi_unknown", "charge_unknown", "../charges"]) {
        assert.equal(await gateway.lookUp(unknown), undefined)
      }
    })

    test("BACKUP-05 lists every charge of a period with its memo and method, also declined ones", async () => {
      const reference = await keepCard(opened.numbers.card)
      const memo = "what it was for, in é ".repeat(40)
      const before = new Set(
        (await Array.fromAsync(gateway.charges(always()))).map(({ key }) => key),
      )
      const made = await gateway.charge({ ...request("with a memo", reference), memo })
      const all = await Array.fromAsync(gateway.charges(always()))
      const [added, ...others] = all.filter(({ key }) => !before.has(key))
      assert.deepEqual(others, [])
      assert.ok(added)
      const { memo: told, method, madeAt, ...charge } = added
      assert.deepEqual([charge, told, method], [made, memo, reference])
      // Repeating a key does not create a second charge.
      await gateway.charge({ ...request("with a memo", reference), memo })
      assert.equal((await Array.fromAsync(gateway.charges(always()))).length, all.length)
      const earlier = { ...always(), until: madeAt }
      const listed = await Array.fromAsync(gateway.charges(earlier))
      assert.ok(!listed.some(({ key }) => key === "with a memo"))
    })

    test("RECONCILE-05 lists every movement of money with its fee and its payout", async () => {
      const cardMethod = await keepCard(opened.numbers.card)
      const good = await keepBank(opened.numbers.account)
      const bad = await keepBank(opened.numbers.returnedAccount)
      const charges = [
        await gateway.charge(request("moved card", cardMethod, 4_217)),
        await gateway.charge(request("moved debit", good, 12_960, "bank")),
        await gateway.charge(request("moved back", bad, 8_550, "bank")),
      ]
      await opened.letDaysPass()
      await opened.payOut?.()
      const movements = await Array.fromAsync(gateway.movements(always()))
      const of = ({ reference }: Charge) => movements.filter(({ charge }) => charge === reference)
      const [card = [], debit = [], back = []] = charges.map(of)
      for (const [[movement, ...others], amount, key] of [
        [card, 4_217, "moved card"],
        [debit, 12_960, "moved debit"],
      ] as const) {
        assert.ok(movement)
        assert.deepEqual(others, [])
        assert.deepEqual([movement.kind, movement.amount, movement.key], ["charge", amount, key])
        assert.ok(movement.fee > 0 && movement.fee < amount)
      }
      assert.equal(sumOf(back), 0)

      const payouts = await Array.fromAsync(gateway.payouts(always()))
      assert.ok(payouts.length > 0 || !opened.payOut)
      const paidOut: string[] = []
      for (const { reference, amount, isItemized, arrivesOn } of payouts) {
        assert.ok(isItemized)
        assert.match(arrivesOn, /^\d{4}-\d\d-\d\d$/)
        const parts = await Array.fromAsync(gateway.movements({ payout: reference }))
        assert.equal(sumOf(parts) - parts.reduce((sum, { fee }) => sum + fee, 0), amount)
        assert.ok(parts.every(({ payout }) => payout === reference))
        paidOut.push(...parts.map((part) => part.reference))
      }
      assert.equal(new Set(paidOut).size, paidOut.length, "no movement is paid out twice")
      const isPaidOut = opened.payOut !== undefined
      for (const { reference } of isPaidOut ? [...card, ...debit] : []) {
        assert.ok(paidOut.includes(reference))
      }
      const sums = movements.filter(({ kind }) => kind === "payout")
      assert.equal(
        sumOf(sums),
        payouts.reduce((sum, { amount }) => sum - amount, 0),
      )
    })

    test("RECONCILE-05 a period contains exactly what was made in it", async () => {
      const reference = await keepCard(opened.numbers.card)
      await gateway.charge(request("earlier", reference))
      await opened.payOut?.()
      await gateway.charge(request("later", reference))
      const movements = await Array.fromAsync(gateway.movements(always()))
      const times = movements.map(({ at }) => at.getTime()).toSorted((one, other) => one - other)
      const middle = new Date(times[Math.floor(times.length / 2)] ?? 0)
      const before = await Array.fromAsync(gateway.movements({ ...always(), until: middle }))
      const after = await Array.fromAsync(gateway.movements({ ...always(), from: middle }))
      assert.ok(before.every(({ at }) => at < middle))
      assert.ok(after.every(({ at }) => at >= middle))
      assert.ok(times.length > 1)
      assert.equal(before.length + after.length, movements.length)
      const none = { from: new Date("2019-01-01"), until: new Date("2019-02-01") }
      assert.deepEqual(await Array.fromAsync(gateway.payouts(none)), [])
    })

    test("a report is accepted only with a valid signature", async () => {
      const reference = await keepBank(opened.numbers.account)
      await gateway.charge(request("forged", reference, 100, "bank"))
      const all = await opened.letDaysPass()
      const read = await Promise.all(
        all.map(({ headers, body }) => gateway.readReport(headers, body)),
      )
      const sent = all[read.findLastIndex((report) => report !== undefined)]
      assert.ok(sent)
      const forged = Buffer.from(sent.body.toString().replace("settled", "returned"))
      const other = Buffer.concat([forged, Buffer.from(" ")])
      await assert.rejects(gateway.readReport(sent.headers, other), ReportRefused)
      await assert.rejects(gateway.readReport({}, sent.body), ReportRefused)
    })

    test("a removed method cannot be charged, and removing it twice is not an error", async () => {
      const reference = await keepCard(opened.numbers.card)
      await gateway.forget(reference)
      await gateway.forget(reference)
      await assert.rejects(gateway.charge(request("forgotten", reference)), MethodGone)
      assert.equal(await opened.charges("forgotten"), 0)
    })

    test("refunds a charge in parts, each part once, and never more than the rest", async () => {
      const reference = await keepCard(opened.numbers.card)
      const { reference: charge } = await gateway.charge(request("to refund", reference, 1_000))
      const half = { key: "half", charge, amount: 500 }
      const first = await gateway.refund(half)
      assert.deepEqual([first.key, first.amount, first.status], ["half", 500, "succeeded"])
      const again = await Promise.all(Array.from({ length: 8 }, () => gateway.refund(half)))
      for (const one of again) assert.deepEqual(one, first)
      const found = await gateway.find({ key: "to refund", reference })
      assert.deepEqual([found?.status, found?.refundedAmount], ["partlyRefunded", 500])
      await assert.rejects(gateway.refund({ ...half, amount: 400 }), KeyReused)
      await assert.rejects(gateway.refund({ key: "more", charge, amount: 501 }), RefundRefused)
      await gateway.refund({ key: "rest", charge, amount: 500 })
      await assert.rejects(gateway.refund({ key: "none left", charge, amount: 1 }), RefundRefused)
      const whole = await gateway.find({ key: "to refund", reference })
      assert.deepEqual([whole?.status, whole?.refundedAmount], ["refunded", 1_000])
      const refunds = await gateway.refundsOf(charge)
      assert.deepEqual(refunds.map(({ key, amount }) => [key, amount]).sort(), [
        ["half", 500],
        ["rest", 500],
      ])
    })

    test("refuses to refund an unknown charge or a pending one", async () => {
      await assert.rejects(
        gateway.refund({ key: "nobody's", charge: "pi_nobody", amount: 1 }),
        RefundRefused,
      )
      assert.deepEqual(await gateway.refundsOf("pi_nobody"), [])
      const bank = await keepBank(opened.numbers.account)
      const debit = await gateway.charge(request("debit to refund", bank, 100, "bank"))
      const early = { key: "early", charge: debit.reference, amount: 100 }
      await assert.rejects(gateway.refund(early), RefundRefused)
    })

    test("of parallel refunds that together exceed the charge, only those within it succeed", async () => {
      const reference = await keepCard(opened.numbers.card)
      const { reference: charge } = await gateway.charge(request("raced", reference, 1_000))
      const asked = [1, 2, 3].map((n) => gateway.refund({ key: `race ${n}`, charge, amount: 600 }))
      const results = await Promise.allSettled(asked)
      assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1)
      assert.equal((await gateway.refundsOf(charge)).length, 1)
    })

    test("reports when it is unavailable, and charges nothing", async (context) => {
      const reference = await keepCard(opened.numbers.card)
      const { gateway, goAway, close } = await open()
      context.after(close)
      await goAway()
      assert.equal(await gateway.available(), false)
      await assert.rejects(gateway.charge(request("away", reference)), GatewayAway)
      await assert.rejects(gateway.find({ key: "away", reference }), GatewayAway)
      await assert.rejects(gateway.cancel(request("away", reference)), GatewayAway)
      await assert.rejects(gateway.keep("pm_x", "away", keepTerms), GatewayAway)
      await assert.rejects(gateway.forget(reference), GatewayAway)
      await assert.rejects(gateway.readMethod(reference), GatewayAway)
      const refund = { key: "away refund", charge: "pi_x", amount: 1 }
      await assert.rejects(gateway.refund(refund), GatewayAway)
      await assert.rejects(gateway.refundsOf("pi_x"), GatewayAway)
      await assert.rejects(gateway.lookUp("pi_away"), GatewayAway)
      await assert.rejects(Array.fromAsync(gateway.movements(always())), GatewayAway)
      await assert.rejects(Array.fromAsync(gateway.payouts(always())), GatewayAway)
    })
  })
}

function savedPart({ verifyAt: _, deposits: __, routingNumber: ___, ...saved }: NewMethod) {
  return saved
}

/** The bank's page that the call requires the customer to visit. */
async function needed(call: Promise<unknown>): Promise<AuthenticationNeeded> {
  const error: unknown = await call.then(
    () => new Error("The bank did not ask."),
    (reason: unknown) => reason,
  )
  if (!(error instanceof AuthenticationNeeded)) throw error
  return error
}

function sumOf(movements: readonly { amount: number }[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0)
}

/** The content of the gateway's report about this charge. */
function reportOf(charge: Charge | undefined): GatewayReport | undefined {
  if (!charge) return undefined
  const { amount: _, ...report } = charge
  return report
}
