import { solve } from "#testing/captcha-solver.ts"
import { createAltcha } from "./altcha.ts"
import { testCaptcha } from "./conformance.ts"

testCaptcha("ALTCHA", createAltcha, solve)
