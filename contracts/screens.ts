/**
 * A screen and its address. The browser's router, the server's first page and the managed page
 * titles use these rows. `title` is the key of the managed title and the name of the default
 * suffix.
 */
interface ScreenRow {
  path: string
  /** The suffix after the client's name, unless managed content replaces it. */
  title: string
  /** The specification does not have this address. */
  added?: boolean
  /** Requires a signed-in person. */
  signedIn?: boolean
  /** Also exists at the support site. Other screens for people who are not signed in do not. */
  atSupport?: boolean
  /** Does not exist at customer sites. */
  onlyAtSupport?: boolean
}

const rows = {
  login: { path: "/", title: "Login" },
  supportLogin: { path: "/", title: "Customer Support Login" },
  logInLink: { path: "/log-in-link", title: "Login", added: true, atSupport: true },
  providerLogin: {
    path: "/log-in/:provider",
    title: "Customer Support Login",
    added: true,
    atSupport: true,
    onlyAtSupport: true,
  },
  emailChange: { path: "/email-change/:token", title: "Email Address", added: true },
  loggingIn: { path: "/logging-in/:token", title: "Login" },
  dashboard: { path: "/dashboard", title: "My Account Home", signedIn: true },
  profile: { path: "/my-profile", title: "Profile", signedIn: true },
  paymentCenter: { path: "/payment-center/products", title: "Payment Center", signedIn: true },
  paymentMethods: {
    path: "/payment-center/payment-methods",
    title: "Payment Methods",
    signedIn: true,
  },
  paymentHistory: {
    path: "/payment-center/payment-history",
    title: "Payment History",
    added: true,
    signedIn: true,
  },
  upcoming: { path: "/payment-center/upcoming", title: "Upcoming", added: true, signedIn: true },
  payNow: { path: "/payment-center/pay-now", title: "Pay Now", signedIn: true },
  products: { path: "/products-main", title: "Product Summary", signedIn: true },
  productDetails: {
    path: "/product-details/:policyNumber",
    title: "Product Details",
    signedIn: true,
  },
  customerHome: { path: "/customer-home", title: "My Account Home", signedIn: true },
  status: { path: "/status", title: "Status", added: true, signedIn: true, onlyAtSupport: true },
  forgotUsername: {
    path: "/forgot-username",
    title: "Forgot Username",
  },
  forgotPassword: {
    path: "/forgot-password",
    title: "Forgot Password",
  },
  securityQuestion: {
    path: "/forgot-password-security-question",
    title: "Forgot Password",
  },
  accountDetails: {
    path: "/account-details",
    title: "Registration: Identification Information",
  },
  personalInfo: {
    path: "/personal-info",
    title: "Registration: Personal Information",
  },
  accountVerification: {
    path: "/account-verification",
    title: "Registration: Personal Information",
  },
  signInCreds: {
    path: "/sign-in-creds",
    title: "Registration: Login Information",
  },
  resetPassword: { path: "/reset-password/:token", title: "Reset Password" },
  unsubscribe: { path: "/unsubscribe/:token", title: "Unsubscribe Emails" },
  accessibility: { path: "/accessibility", title: "Accessibility", added: true, atSupport: true },
} as const satisfies Record<string, ScreenRow>

export type ScreenName = keyof typeof rows
export const screens: Record<ScreenName, ScreenRow> = rows

/** Managed content that the shell shows on every screen. */
export const shellContents = [
  "header phone info",
  "claim now",
  "contact us",
  "about us",
  "terms of service",
  "privacy policy",
] as const

/** The title of a browser tab: the client's name followed by the suffix. */
export function pageTitle(clientName: string, suffix: string): string {
  return `${clientName} ${suffix}`
}

/**
 * The screen at an address, if there is one. `/payment-center` leads to its products. At the
 * support site, staff first choose a customer, so the search replaces every customer's screen, and
 * registration and recovery do not exist.
 */
export function screenAt(path: string, isCustomerSite: boolean): ScreenName | undefined {
  if (path === "/") return isCustomerSite ? "login" : "supportLogin"
  const name = nameAt(path)
  if (name === undefined) return undefined
  if (isCustomerSite) return screens[name].onlyAtSupport ? undefined : name
  if (screens[name].signedIn) return name === "status" ? name : "customerHome"
  return screens[name].atSupport ? name : undefined
}

/**
 * Whether the page at this address can contain a card form, as all pages below `/payment-center`
 * can. Such a page does not load scripts of a brand. `path` may include a query.
 */
export function isPaymentAddress(path: string): boolean {
  return /^\/payment-center\b/.test(path)
}

function nameAt(path: string): ScreenName | undefined {
  if (path === "/payment-center") return "paymentCenter"
  return (Object.keys(screens) as ScreenName[]).find((name) => matches(screens[name].path, path))
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/")
  const given = path.split("/")
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith(":") ? given[index] !== "" : part === given[index],
    )
  )
}
