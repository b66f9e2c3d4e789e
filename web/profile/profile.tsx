import { useQueryClient } from "@tanstack/react-query"
import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { policyHolderBody } from "#contracts/products/customer-body.ts"
import type { Profile as ProfileFacts } from "#contracts/profile/profile.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { screenTitle } from "#web/app/page-title.ts"
import { AccountAuditLog } from "#web/audit/account-audit-log.tsx"
import { auditLogKey } from "#web/audit/audit-log-key.ts"
import { Day } from "#web/brands/day.ts"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { accessToken, storeUser, useUser } from "#web/identity/session/session.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Card } from "../ui/card.tsx"
import { LoadingText, Skeleton } from "../ui/skeleton.tsx"
import { ContactBlock } from "./contact/contact-block.tsx"
import { SecurityBlock } from "./credentials/security-block.tsx"
import styles from "./profile.module.css"
import type { ProfileProps } from "./profile-props.ts"
import { Row, Rows } from "./row.tsx"
import * as texts from "./texts.ts"

const blocks = [
  { heading: undefined, labels: [texts.fullName, texts.dateOfBirth] },
  {
    heading: texts.contactInformation,
    labels: [texts.address, texts.phone, texts.email, texts.transactionEmails],
  },
  { heading: texts.security, labels: [texts.password, texts.securityQuestion] },
]

/** Placeholders for the content, with the labels that do not change. */
function ProfileLoading() {
  return (
    <>
      {blocks.map(({ heading, labels }) => (
        <section className={styles.section} key={labels[0]}>
          {heading && <h2>{heading}</h2>}
          <Card>
            <Rows>
              {labels.map((label) => (
                <Row key={label} label={label}>
                  {label === texts.fullName && <LoadingText text={texts.loadingYourProfile} />}
                  <Skeleton shape="short-line" />
                </Row>
              ))}
            </Rows>
          </Card>
        </section>
      ))}
    </>
  )
}

const queryKey = ["profile"]

/** The customer's name, contact data, and credentials. */
export default function Profile() {
  const user = useUser()
  return user && <ProfileOf user={user} />
}

function ProfileOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const contents = useContents(signedInContents.profile)
  const queries = useQueryClient()
  const load = (signal?: AbortSignal) =>
    call("POST /myaccount-core/profile", policyHolderBody(user, client), {
      ...(signal && { signal }),
    })
  const { data, failed, busy, tryAgain } = useLoaded(queryKey, load, texts.loadFailed)

  function show(profile: ProfileFacts) {
    queries.setQueryData(queryKey, { profile, messages: [] })
    const { emailAddress } = profile.policyHolder
    const isOwn = accessToken() === user.access_token
    if (isOwn && user.email !== emailAddress) storeUser({ ...user, email: emailAddress })
    void queries.invalidateQueries({ queryKey: auditLogKey })
  }

  /** Loads the current profile. Errors: `CallError`. */
  async function readAgain(): Promise<ProfileFacts> {
    const { profile } = await load()
    show(profile)
    return profile
  }

  return (
    <div className={styles.page}>
      <h1>{screenTitle("profile")}</h1>
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {data ? (
        <ProfileView
          user={user}
          profile={data.profile}
          tip={contents["tip text for profile"] ?? ""}
          onChanged={show}
          readAgain={readAgain}
        />
      ) : (
        !failed && <ProfileLoading />
      )}
    </div>
  )
}

function ProfileView(props: ProfileProps) {
  const { user, profile, tip } = props
  const { firstName, lastName, dateOfBirth } = profile.policyHolder
  return (
    <>
      <Card>
        <Rows>
          <Row label={texts.fullName}>
            <span translate="no">{`${firstName} ${lastName}`}</span>
          </Row>
          {user.csUserid === undefined && (
            <Row label={texts.dateOfBirth}>
              <Day of={dateOfBirth} />
            </Row>
          )}
        </Rows>
      </Card>
      <ContactBlock {...props} />
      <SecurityBlock {...props} />
      <AccountAuditLog />
      {tip && <CleanHtml className={styles.tip} html={tip} />}
    </>
  )
}
