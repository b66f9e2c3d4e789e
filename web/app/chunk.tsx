import { type ComponentType, createElement, lazy, type ReactNode, useState } from "react"

type Component<Props> = (props: Props) => ReactNode

/** A component in a file of its own. */
export interface Chunk<Props> {
  /** Loads the file before the component is shown. */
  preload(): Promise<void>
  /** The component itself when its file is here, else one that loads it. */
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
 * Shows a chunk. Like React's `lazy`, but what was preloaded shows at once: React keeps the
 * fallback of a lazy component for 300 ms even when its file is already here.
 */
export function Show<Props extends object>(needs: { chunk: Chunk<Props>; props: Props }) {
  // Decided once: a change of component would start the screen anew.
  const [component] = useState(() => needs.chunk.component())
  return createElement(component, needs.props)
}
