import type Stripe from "stripe"
import { createMockMoney } from "./money.mock.ts"
import { created } from "./objects.mock.ts"
import type { RuleName } from "./rules.mock.ts"

export type Parameters = Record<string, unknown>
export interface Answer {
  status: number
  content: object
  /** Whether the request was refused before it was executed, so that Stripe does not store it. */
  isBefore?: boolean
}

export interface MockMethod {
  method: Stripe.PaymentMethod
  number: string
  disputes: number
  wasDetached: boolean
}

export interface MockEvent {
  id: string
  object: "event"
  api_version: string
  created: number
  type: string
  data: { object: object; previous_attributes?: object }
}

/**
 * The objects of one account, and the rules that its answers have followed. The ids begin with
 * `name`, so that no two accounts have an id.
 */
export function createMockStore(name: string) {
  const followed = new Set<RuleName>()
  const events: MockEvent[] = []
  let made = 0
  const nextId = (kind: string) => {
    made += 1
    return `${kind}_${name}${made}`
  }
  return {
    customers: new Map<string, Stripe.Customer | Stripe.DeletedCustomer>(),
    methods: new Map<string, MockMethod>(),
    intents: new Map<string, Stripe.PaymentIntent>(),
    setups: new Map<string, Stripe.SetupIntent>(),
    mandates: new Map<string, Stripe.Mandate>(),
    disputes: [] as Stripe.Dispute[],
    refunds: [] as Stripe.Refund[],
    money: createMockMoney(nextId),
    events,
    followed,
    nextId,
    follow: (rule: RuleName) => void followed.add(rule),
    emit(type: string, object: object, before?: object): void {
      events.push({
        id: nextId("evt"),
        object: "event",
        api_version: "2026-10-28.endive",
        created,
        type,
        data: structuredClone({ object, ...(before && { previous_attributes: before }) }),
      })
    },
  }
}
export type MockStore = ReturnType<typeof createMockStore>

export const ok = (content: object): Answer => ({ status: 200, content })

/** `code` is "" if Stripe sends none. */
export function refused(code: string, message = code, type = "invalid_request_error"): Answer {
  return { status: 400, content: { error: { type, ...(code && { code }), message } } }
}

/** `param` names the missing object, if it is not the one in the path. */
export function missing(param?: string): Answer {
  const code = "resource_missing"
  const error = { type: "invalid_request_error", code, message: code }
  return param === undefined
    ? { status: 404, content: { error } }
    : { status: 400, content: { error: { ...error, param } } }
}

export function found(object: object | undefined): Answer {
  return object ? ok(object) : missing()
}

/** Whether Stripe's `created` parameter admits a moment, in seconds since 1970. */
export function within(range: unknown): (at: number) => boolean {
  const { gte, lt } = (range ?? {}) as { gte?: string; lt?: string }
  return (at) => at >= Number(gte ?? 0) && at < Number(lt ?? Number.MAX_SAFE_INTEGER)
}

/** One page of a list, whose items are in Stripe's order: newest first. */
export function pageOf(
  all: { id: string }[],
  { limit, starting_after: after }: Parameters,
): Answer {
  const first = all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(first, first + Number(limit ?? 10))
  const isMore = first + data.length < all.length
  return ok({ object: "list", data, has_more: isMore, url: "/v1" })
}

export function isExpanded({ expand }: Parameters, name: string): boolean {
  return Object.values((expand ?? {}) as Record<string, string>).includes(name)
}

export function latestOf({ latest_charge: latest }: Stripe.PaymentIntent): Stripe.Charge {
  if (typeof latest !== "object" || !latest) throw new Error("The payment has no charge.")
  return latest
}
