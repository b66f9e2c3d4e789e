import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Profile } from "#contracts/profile/profile.ts"

export interface ProfileProps {
  user: StoredUser
  profile: Profile
  /** Managed content, cleaned by the server; "" if there is none. */
  tip: string
  /** Called with the new profile after a change was saved. */
  onChanged: (profile: Profile) => void
  /** Loads the current profile and shows it. */
  readAgain: () => Promise<Profile>
}
