import { Component, type ReactNode } from "react"
import { ErrorScreen } from "#web/shell/error-screen.tsx"

interface State {
  failed: boolean
  error: unknown
}

/** Shows the error screen in place of a screen that threw. React itself logs the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  override render() {
    return this.state.failed ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}
