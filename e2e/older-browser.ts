import type { BrowserContext } from "@playwright/test"
import { lackingNames } from "#tools/browsers/lacking.ts"

/**
 * Stays, because this browser would block the application without its Trusted Types. Other browsers
 * do not require them.
 */
const kept = /^trusted/i

/** Removes the features that some supported browser lacks from all pages of a browser. */
export async function removeLackingFeatures(context: BrowserContext): Promise<void> {
  const { globals, statics, members } = lackingNames()
  await context.addInitScript(remove, {
    globals: [...globals].filter((name) => !kept.test(name)),
    statics: [...statics].map((name) => name.split(".")),
    members: [...members].flatMap(([name, owners]) =>
      owners.filter((owner) => !kept.test(owner)).map((owner) => [owner, name]),
    ),
  })
}

interface Names {
  globals: string[]
  /** Pairs of owner and name. */
  statics: string[][]
  members: string[][]
}

/** Runs in the page before its own scripts. */
function remove({ globals, statics, members }: Names): void {
  type Owner = Record<string, unknown> & { prototype?: object }
  const all = globalThis as unknown as Record<string, Owner | undefined>
  const prototypeOf = (object: object) => Object.getPrototypeOf(object) as object
  const hidden: Record<string, object> = {
    Iterator: prototypeOf(prototypeOf([].values())),
    TypedArray: prototypeOf(Int8Array.prototype),
  }
  for (const [owner = "", name = ""] of members) {
    Reflect.deleteProperty(hidden[owner] ?? all[owner]?.prototype ?? {}, name)
  }
  for (const [owner = "", name = ""] of statics) Reflect.deleteProperty(all[owner] ?? {}, name)
  for (const name of globals) Reflect.deleteProperty(globalThis, name)
}
