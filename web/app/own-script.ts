import { trustedPolicy } from "#web/ui/trusted-types.ts"

const policy = trustedPolicy("own-script", {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address
    throw new TypeError("Only scripts of this site may run.")
  },
})

/** The address of one of our scripts, in the form that a browser with Trusted Types requires. */
export function ownScript(address: string): string {
  return policy.createScriptURL(address)
}
