import type { FastifyInstance } from "fastify"
import type { FrameName } from "#contracts/payments/card-frames.ts"
import type { Clock } from "#platform/clock.ts"
import { answerPage } from "../page.ts"
import { Refusal } from "../refusal.ts"
import { cardMonth } from "../tokens.ts"
import { runCardFrame } from "./frame-script.ts"

/** The frames in which the sandbox takes a card, as any gateway does. */
export const framesPath = "/frames"

const frames = {
  number: { title: "Card number", autocomplete: "cc-number", hint: "" },
  expiration: { title: "Expiration date", autocomplete: "cc-exp", hint: "MM / YY" },
  code: { title: "Security code", autocomplete: "cc-csc", hint: "" },
} as const satisfies Record<FrameName, object>

/** Node has replaced the types of the function's text by spaces. */
const script = `(${runCardFrame})()`

/** Serves the frames and their script. They send what is typed only to this origin. */
export function frameRoutes(app: FastifyInstance, clock: Clock): void {
  app.get(`${framesPath}/frame.js`, async (_request, reply) => {
    reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8")
    return script
  })
  app.get<{ Params: { name: string } }>(`${framesPath}/:name`, async (request, reply) => {
    const { name } = request.params
    if (!isFrame(name)) throw new Refusal(404, "frame_unknown")
    return answerPage(reply, {
      title: frames[name].title,
      style,
      body: (nonce) => frameBody(name, nonce),
      hasScript: true,
      attributes: ` data-name="${name}" data-month="${cardMonth(clock)}"`,
      // The sandbox does not know the sites that use it, and takes documented numbers only.
      framedBy: "http: https:",
    })
  })
}

function isFrame(name: string): name is FrameName {
  return Object.hasOwn(frames, name)
}

function frameBody(name: FrameName, nonce: string): string {
  const { autocomplete, hint } = frames[name]
  const field = `<input id="field" inputmode="numeric" autocomplete="${autocomplete}" aria-describedby="hint error" placeholder="${hint}" spellcheck="false">`
  const hidden = (["expiration", "code"] as const)
    .map(
      (other) =>
        `<input class="hidden" data-fills="${other}" autocomplete="${frames[other].autocomplete}" tabindex="-1" aria-hidden="true">`,
    )
    .join("")
  return `    ${field}${name === "number" ? hidden : ""}
    <span id="sign" aria-hidden="true"></span>
    <span id="hint" class="hidden"></span>
    <span id="error" class="hidden"></span>
    <script nonce="${nonce}" type="module" src="frame.js"></script>`
}

const style = `
  html, body { height: 100%; margin: 0; background: transparent; }
  body { display: flex; align-items: center; gap: .5em; overflow: hidden; font: var(--font-size, 18px)/1.5 var(--font-family, system-ui); }
  #field { flex: 1; min-width: 0; height: 100%; box-sizing: border-box; margin: 0; padding: 0; border: 0; outline: 0; background: transparent; color: var(--color, canvastext); font: inherit; font-variant-numeric: tabular-nums; }
  #field::placeholder { color: var(--placeholder-color, graytext); opacity: 1; }
  #field[aria-invalid=true] { color: var(--error-color, canvastext); }
  #sign:not(:empty) { padding: .1em .5em; border: 1px solid currentcolor; border-radius: .3em; color: var(--placeholder-color, graytext); font-size: .75em; font-weight: 700; letter-spacing: .04em; }
  @media (width < 16em) { #sign { display: none; } }
  .hidden { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`
