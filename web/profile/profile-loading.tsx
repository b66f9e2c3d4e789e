import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Card } from "../ui/card.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import styles from "./profile.module.css"
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

/** Keeps the places of what comes, and the words that stay. */
export function ProfileLoading() {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{texts.loadingYourProfile}</span>
      </VisuallyHidden>
      {blocks.map(({ heading, labels }) => (
        <section className={styles.section} key={labels[0]}>
          {heading && <h2>{heading}</h2>}
          <Card>
            <div aria-hidden="true">
              <Rows>
                {labels.map((label) => (
                  <Row key={label} label={label}>
                    <Skeleton shape="short-line" />
                  </Row>
                ))}
              </Rows>
            </div>
          </Card>
        </section>
      ))}
    </>
  )
}
