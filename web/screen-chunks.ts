import { type ScreenName, screens } from "#contracts/screens.ts"
import { type Chunk, chunk } from "./chunk.tsx"
import type { ScreenProps } from "./screen-props.ts"
import { bars } from "./shell/shell.tsx"

export const signedIn = chunk(() => import("./signed-in.tsx"))
export const stoppedTab = chunk(() => import("./stopped-tab.tsx"))
export const notFound = chunk(() => import("./shell/not-found.tsx"))
export const handOver = chunk(() => import("./sign-in/hand-over.tsx"))
export const toGroup = chunk(() => import("./sign-in/to-group.tsx"))

/** The file of each screen. */
export const screenChunks: Record<ScreenName, Chunk<ScreenProps>> = {
  login: chunk(() => import("./sign-in/login.tsx")),
  supportLogin: chunk(() => import("./sign-in/support-login.tsx")),
  logInLink: chunk(() => import("./sign-in/log-in-link.tsx")),
  emailChange: chunk(() => import("./emails/email-change.tsx")),
  loggingIn: chunk(() => import("./sign-in/logging-in.tsx")),
  dashboard: chunk(() => import("./dashboard/dashboard.tsx")),
  paymentCenter: chunk(() => import("./payments/center/payment-center.tsx")),
  paymentMethods: chunk(() => import("./payments/methods/payment-methods.tsx")),
  profile: chunk(() => import("./profile/profile.tsx")),
  payNow: chunk(() => import("./payments/pay-now/pay-now.tsx")),
  paymentHistory: chunk(() => import("./payments/history/payment-history.tsx")),
  products: chunk(() => import("./products/products.tsx")),
  productDetails: chunk(() => import("./products/product-details.tsx")),
  customerHome: chunk(() => import("./agent/customer-home.tsx")),
  forgotUsername: chunk(() => import("./recovery/forgot-username.tsx")),
  forgotPassword: chunk(() => import("./recovery/forgot-password.tsx")),
  securityQuestion: chunk(() => import("./recovery/security-question.tsx")),
  accountDetails: chunk(() => import("./registration/account-details.tsx")),
  personalInfo: chunk(() => import("./registration/personal-info.tsx")),
  accountVerification: chunk(() => import("./registration/account-verification.tsx")),
  signInCreds: chunk(() => import("./registration/sign-in-creds.tsx")),
  resetPassword: chunk(() => import("./recovery/reset-password.tsx")),
  unsubscribe: chunk(() => import("./emails/unsubscribe.tsx")),
}

/** Loads what a screen needs before it is shown. */
export async function preloadScreen(screen: ScreenName): Promise<void> {
  await Promise.all([
    screenChunks[screen].preload(),
    ...(screens[screen].signedIn ? [signedIn.preload(), bars.preload()] : []),
  ])
}
