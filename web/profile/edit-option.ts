import type { Profile } from "#contracts/profile/profile.ts"
import * as texts from "./texts.ts"

type EditOption = Profile["editOption"]["save"]

/** Why an action is disabled; "" if it is enabled. `disable` decides, even without a message. */
export function disabledReason({ disable, message }: EditOption): string {
  return disable === "Y" ? message || texts.cannotBeChanged : ""
}
