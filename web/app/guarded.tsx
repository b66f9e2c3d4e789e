import { type ReactNode, Suspense } from "react"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import { ErrorBoundary } from "./error-boundary.tsx"

/** A spinner while the children load, and an error text if they fail, inside the shell. */
export function Guarded({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
