import { trustedPolicy } from "#web/ui/trusted-types.ts"

const policy = trustedPolicy("own-script", {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address
    throw new TypeError("Only scripts of this site may run.")
  },
})

/** The address of a script of ours, as a browser with Trusted Types takes it. */
export function ownScript(address: string): string {
  return policy.createScriptURL(address)
}
