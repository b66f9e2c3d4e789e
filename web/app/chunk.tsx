import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from "react"
import { ErrorBoundary } from "./error-boundary.tsx"
import { isFileNotLoaded } from "./import-with-retry.ts"

type Component<Props> = (props: Props) => ReactNode

/** A component in a separate file. */
export interface Chunk<Props> {
  /** Loads the file before the component is shown. */
  preload(): Promise<void>
  /** The component if its file is loaded; otherwise a component that loads it. */
  component(): ComponentType<Props>
}

export function chunk<Props extends object>(
  load: () => Promise<{ default: Component<Props> }>,
): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  async function preload() {
    loaded = (await load()).default
  }
  const loading = lazy(async () => {
    try {
      return await load()
    } catch (error) {
      // React keeps the error of a failed lazy component, so a retry shows the component itself.
      throw isFileNotLoaded(error) ? Object.assign(error, { again: preload }) : error
    }
  }) as unknown as ComponentType<Props>
  return { preload, component: () => loaded ?? loading }
}

interface ShowProps<Props> {
  chunk: Chunk<Props>
  props: Props
}

/**
 * Shows a chunk. Unlike React's `lazy`, it shows a preloaded component immediately. React shows the
 * fallback of a lazy component for 300 ms even if its file is loaded.
 */
export function Show<Props extends object>({ chunk, props }: ShowProps<Props>) {
  // Fixed at the first render, because another component would remount the screen.
  const [component] = useState(() => chunk.component())
  return createElement(component, props)
}

/** A chunk beside the screen, such as a popup. The screen stays even if it fails. */
export function Part<Props extends object>(needs: ShowProps<Props>) {
  return (
    <ErrorBoundary isPart>
      <Suspense>
        <Show {...needs} />
      </Suspense>
    </ErrorBoundary>
  )
}
