import type { StoredUser } from "#contracts/identity/shapes.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { useUser } from "#web/identity/session/session.ts"
import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { CenterPage } from "../center-page.tsx"
import { CalendarFile } from "./calendar-file.tsx"
import { ComingView } from "./coming-view.tsx"
import * as texts from "./texts.ts"

/** The bills and charges of the next twelve months. */
export default function ComingPayments() {
  const user = useUser()
  return user && <ComingOf user={user} />
}

function ComingOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const { data, failed, busy, tryAgain } = useLoaded(
    ["comingPayments"],
    (signal) => call("POST /myaccount-core/comingPayments", customerBody(user, client), { signal }),
    texts.loadFailed,
  )
  return (
    <CenterPage title={texts.upcomingPayments}>
      {failed ? (
        <LoadFailed busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <ComingView coming={data}>
          <CalendarFile user={user} />
        </ComingView>
      ) : (
        <Card>
          <VisuallyHidden>
            <span role="status">{texts.loading}</span>
          </VisuallyHidden>
          <Skeleton />
          <Skeleton />
          <Skeleton shape="short-line" />
        </Card>
      )}
    </CenterPage>
  )
}
