import { StrictMode } from "react"
import { App } from "./app.tsx"
import { ErrorBoundary } from "./error-boundary.tsx"

const app = (
  <ErrorBoundary>
    <App />
  </ErrorBoundary>
)

/** The whole application. */
export const application = import.meta.env.DEV ? <StrictMode>{app}</StrictMode> : app
