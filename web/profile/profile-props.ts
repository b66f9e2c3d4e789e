import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Profile } from "#contracts/profile/profile.ts"

export interface ProfileProps {
  user: StoredUser
  profile: Profile
  /** Managed content, cleaned by the server; empty where there is none. */
  tip: string
  /** A change was saved, and this is the profile now. */
  onChanged: (profile: Profile) => void
  /** Reads what is on file by now, and shows it. */
  readAgain: () => Promise<Profile>
}
