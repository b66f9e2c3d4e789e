import type { ReactNode } from "react"

/** Only for screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>
}
