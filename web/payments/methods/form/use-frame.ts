import { useEffect, useEffectEvent, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type {
  CardFrames,
  Frame,
  FrameEvents,
  FrameLook,
  FrameName,
  FrameSetup,
} from "../../fields/contract.ts"

export interface FrameOptions extends Omit<FrameEvents, "onFocus"> {
  name: FrameName
  /** Undefined while the gateway's script is loading. */
  frames: CardFrames | undefined
  /** A larger number mounts the frame again if it is not ready. */
  attempt: number
  label: string
  hint: string
  error: string | undefined
  onFail: (error: unknown) => void
}

/** Mounts a frame in the element `place`, and keeps its label, error and look up to date. */
export function useFrame(options: FrameOptions) {
  const { name, frames, attempt, label, hint, error } = options
  const slot = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<{ frame: Frame; setup: string }>(null)
  const [isReady, setReady] = useState(false)
  const [isFocused, setFocused] = useState(false)

  const setup = (): FrameSetup => ({
    ...{ label, hint, error: error ?? "" },
    look: lookOf(slot.current),
  })
  const on = useEffectEvent((event: "onBlur" | "onEnter" | "onEscape") => options[event]())
  const onChange = useEffectEvent(options.onChange)
  const onFail = useEffectEvent(options.onFail)
  const update = useEffectEvent(() => {
    const shown = mounted.current
    const next = setup()
    if (!shown || shown.setup === JSON.stringify(next)) return
    shown.frame.update(next)
    shown.setup = JSON.stringify(next)
  })
  const mount = useEffectEvent((into: CardFrames, element: HTMLElement) =>
    into.mount(name, element, setup(), {
      // The events that follow need the new state.
      onChange: (state) => flushSync(() => onChange(state)),
      onFocus: () => setFocused(true),
      onBlur() {
        setFocused(false)
        on("onBlur")
      },
      // A second press finds the form busy.
      onEnter: () => flushSync(() => on("onEnter")),
      onEscape: () => on("onEscape"),
    }),
  )

  const [mountedAt, setMountedAt] = useState(attempt)
  useEffect(() => {
    if (!mounted.current) setMountedAt(attempt)
  }, [attempt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is mounted again
  useEffect(() => {
    if (!frames || !place.current) return
    const element = document.createElement("div")
    place.current.append(element)
    let isOver = false
    const ready = (frame: Frame) => {
      if (isOver) return
      mounted.current = { frame, setup: "" }
      update()
      setReady(true)
      if (document.activeElement === slot.current) frame.focus()
    }
    mount(frames, element).then(ready, (failure: unknown) => isOver || onFail(failure))
    return () => {
      isOver = true
      mounted.current = null
      element.remove()
      setReady(false)
      setFocused(false)
    }
  }, [frames, mountedAt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what a render can change
  useEffect(update, [label, hint, error])

  useEffect(() => {
    if (!slot.current) return
    // The height follows the size of the text.
    const sizes = new ResizeObserver(() => update())
    sizes.observe(slot.current)
    const schemes = schemeQueries.map((query) => matchMedia(query))
    const changed = () => update()
    for (const scheme of schemes) scheme.addEventListener("change", changed)
    return () => {
      sizes.disconnect()
      for (const scheme of schemes) scheme.removeEventListener("change", changed)
    }
  }, [])

  return { slot, place, isReady, isFocused, focus: () => mounted.current?.frame.focus() }
}

const darkQuery = "(prefers-color-scheme: dark)"
const schemeQueries = [darkQuery, "(forced-colors: active)"]

/** The look of a text field's text. */
function lookOf(slot: HTMLElement | null): FrameLook {
  const style = getComputedStyle(slot ?? document.body)
  const { color, fontFamily, fontSize } = style
  return {
    color,
    // The style sheet puts it there.
    placeholderColor: style.caretColor,
    errorColor: color,
    fontFamily,
    fontSize,
    colorScheme: matchMedia(darkQuery).matches ? "dark" : "light",
  }
}
