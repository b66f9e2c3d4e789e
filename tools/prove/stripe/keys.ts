import { NotRunError } from "#tools/prove/part.ts"

export interface TestKeys {
  secretKey: string
  publishableKey: string
}

/**
 * The operator's keys of a Stripe account in test mode.
 *
 * Errors: `NotRunError` without keys; an `Error` for a key that could move real money.
 */
export function readTestKeys(env: NodeJS.ProcessEnv): TestKeys {
  const { STRIPE_TEST_SECRET_KEY: secretKey, STRIPE_TEST_PUBLISHABLE_KEY: publishableKey } = env
  if (!secretKey || !publishableKey) {
    const names = "STRIPE_TEST_SECRET_KEY and STRIPE_TEST_PUBLISHABLE_KEY"
    throw new NotRunError(`${names} are not set: the keys of a test account at Stripe`)
  }
  if (!/^[sr]k_test_/.test(secretKey)) {
    throw new Error("STRIPE_TEST_SECRET_KEY is not a test key (sk_test_ or rk_test_).")
  }
  if (!publishableKey.startsWith("pk_test_")) {
    throw new Error("STRIPE_TEST_PUBLISHABLE_KEY is not a test key (pk_test_).")
  }
  return { secretKey, publishableKey }
}
