import { type ComponentType, createElement, lazy, type ReactNode, useState } from "react"

type Component<Props> = (props: Props) => ReactNode

/** A component in a separate file. */
export interface Chunk<Props> {
  /** Loads the file before the component is shown. */
  preload(): Promise<void>
  /** The component if its file is loaded, otherwise one that loads it. */
  component(): ComponentType<Props>
}

export function chunk<Props extends object>(
  load: () => Promise<{ default: Component<Props> }>,
): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  const loading = lazy(load) as unknown as ComponentType<Props>
  return {
    async preload() {
      loaded = (await load()).default
    },
    component: () => loaded ?? loading,
  }
}

/**
 * Shows a chunk. Unlike React's `lazy`, it shows a preloaded component immediately: React keeps the
 * fallback of a lazy component for 300 ms even if its file is loaded.
 */
export function Show<Props extends object>(needs: { chunk: Chunk<Props>; props: Props }) {
  // Decided once: another component would remount the screen.
  const [component] = useState(() => needs.chunk.component())
  return createElement(component, needs.props)
}
