import { type ScreenName, screens } from "#contracts/screens.ts"
import { bars } from "#web/shell/shell.tsx"
import { type Chunk, chunk } from "./chunk.tsx"
import type { ScreenProps } from "./screen-props.ts"

export const signedIn = chunk(() => import("#web/identity/session/signed-in.tsx"))
export const stoppedTab = chunk(() => import("#web/identity/session/stopped-tab.tsx"))
export const notFound = chunk(() => import("#web/shell/not-found/not-found.tsx"))
export const transferSession = chunk(
  () => import("#web/identity/session-transfer/transfer-to-union.tsx"),
)
export const toGroup = chunk(() => import("#web/identity/session-transfer/to-group.tsx"))

/** The file of each screen. */
export const screenChunks: Record<ScreenName, Chunk<ScreenProps>> = {
  login: chunk(() => import("#web/identity/sign-in/login.tsx")),
  supportLogin: chunk(() => import("#web/staff/accounts/support-login.tsx")),
  logInLink: chunk(() => import("#web/identity/sign-in-link/sign-in-link.tsx")),
  providerLogin: chunk(() => import("#web/staff/accounts/provider-login.tsx")),
  emailChange: chunk(() => import("#web/profile/new-email/email-change.tsx")),
  loggingIn: chunk(() => import("#web/identity/session-transfer/logging-in.tsx")),
  dashboard: chunk(() => import("#web/products/dashboard/dashboard.tsx")),
  paymentCenter: chunk(() => import("#web/payments/center/payment-center.tsx")),
  paymentMethods: chunk(() => import("#web/payments/methods/payment-methods.tsx")),
  profile: chunk(() => import("#web/profile/profile.tsx")),
  payNow: chunk(() => import("#web/payments/pay-now/pay-now.tsx")),
  paymentHistory: chunk(() => import("#web/payments/history/payment-history.tsx")),
  upcoming: chunk(() => import("#web/payments/coming/coming-payments.tsx")),
  products: chunk(() => import("#web/products/summary/products.tsx")),
  productDetails: chunk(() => import("#web/products/details/product-details.tsx")),
  customerHome: chunk(() => import("#web/staff/customer-home.tsx")),
  status: chunk(() => import("#web/staff/status/status.tsx")),
  forgotUsername: chunk(() => import("#web/identity/recovery/forgot-username/forgot-username.tsx")),
  forgotPassword: chunk(() => import("#web/identity/recovery/forgot-password/forgot-password.tsx")),
  securityQuestion: chunk(
    () => import("#web/identity/recovery/security-question/security-question.tsx"),
  ),
  accountDetails: chunk(
    () => import("#web/identity/registration/account-details/account-details.tsx"),
  ),
  personalInfo: chunk(() => import("#web/identity/registration/personal-info/personal-info.tsx")),
  accountVerification: chunk(
    () => import("#web/identity/registration/account-verification/account-verification.tsx"),
  ),
  signInCreds: chunk(() => import("#web/identity/registration/sign-in-creds/sign-in-creds.tsx")),
  resetPassword: chunk(() => import("#web/identity/recovery/reset-password/reset-password.tsx")),
  unsubscribe: chunk(() => import("#web/profile/subscriptions/unsubscribe.tsx")),
  accessibility: chunk(() => import("#web/brands/accessibility/accessibility.tsx")),
}

/** Loads the files that a screen needs before it is shown. */
export async function preloadScreen(screen: ScreenName): Promise<void> {
  await Promise.all([
    screenChunks[screen].preload(),
    ...(screens[screen].signedIn ? [signedIn.preload(), bars.preload()] : []),
  ])
}
