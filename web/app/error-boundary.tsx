import { Component, type ReactNode } from "react"
import { ErrorNote, ErrorScreen } from "#web/shell/error-screen.tsx"

interface ErrorBoundaryProps {
  /**
   * Whether the children are a part beside the screen. If so, the notification area shows the
   * error.
   */
  isPart?: boolean
  children: ReactNode
}

interface State {
  failed: boolean
  error: unknown
}

const whole: State = { failed: false, error: undefined }

/**
 * Replaces children that threw with an error text, until they recover. React itself logs the error.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state = whole

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  private recover = () => this.setState(whole)

  override render() {
    const { isPart, children } = this.props
    const { failed, error } = this.state
    if (!failed) return children
    const Shown = isPart ? ErrorNote : ErrorScreen
    return <Shown error={error} onRecovered={this.recover} />
  }
}
