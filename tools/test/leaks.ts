/**
 * "exit" is not in the list: libraries listen to it when they load, and a worker ends only once.
 */
const events = ["uncaughtException", "unhandledRejection", "beforeExit", "SIGINT", "SIGTERM"]

/** Objects whose members tests like to replace. */
const shared: object[] = [console, Date, Math, JSON, performance]

/**
 * Records the state that test files share in one process. The returned function lists the changes
 * since then, one line each, and reverts them where possible.
 */
export function watchLeaks(): () => string[] {
  const environment = { ...process.env }
  const folder = process.cwd()
  const globals = Object.getOwnPropertyDescriptors(globalThis)
  const members = shared.map(
    (object): Record<string, PropertyDescriptor> => Object.getOwnPropertyDescriptors(object),
  )
  const listeners = new Map(events.map((event) => [event, process.rawListeners(event)]))

  function changedEnvironment(): string[] {
    const names = new Set([...Object.keys(environment), ...Object.keys(process.env)])
    const changed = [...names].filter((name) => process.env[name] !== environment[name])
    for (const name of changed) {
      const before = environment[name]
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    }
    return changed.map((name) => `changed process.env.${name}`)
  }

  function changedFolder(): string[] {
    if (process.cwd() === folder) return []
    process.chdir(folder)
    return ["changed the current folder"]
  }

  function changedGlobals(): string[] {
    // New globals are ignored: libraries add them when they load.
    return Object.entries(globals).flatMap(([name, before]) => {
      const after = Object.getOwnPropertyDescriptor(globalThis, name)
      if (Object.is(before.value, after?.value) && before.get === after?.get) return []
      Object.defineProperty(globalThis, name, before)
      return [`changed the global ${name}`]
    })
  }

  function changedMembers(): string[] {
    return shared.flatMap((object, index) =>
      Object.entries(members[index] ?? {}).flatMap(([name, before]) => {
        const after = Object.getOwnPropertyDescriptor(object, name)
        if (Object.is(before.value, after?.value) && before.get === after?.get) return []
        Object.defineProperty(object, name, before)
        return [`changed the global member ${name}`]
      }),
    )
  }

  function addedListeners(): string[] {
    return events.flatMap((event) => {
      const before = listeners.get(event) ?? []
      const added = process.rawListeners(event).filter((listener) => !before.includes(listener))
      for (const listener of added) process.off(event, listener as () => void)
      return added.map(() => `left a listener for the process event ${event}`)
    })
  }

  return () => [
    ...changedEnvironment(),
    ...changedFolder(),
    ...changedGlobals(),
    ...changedMembers(),
    ...addedListeners(),
  ]
}
