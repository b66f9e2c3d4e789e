import { publicContents } from "#contracts/brands/public-contents.ts"
import { shellContents } from "#contracts/screens.ts"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./accessibility.module.css"
import * as texts from "./texts.ts"

const [own] = publicContents.accessibility
const titles = [...shellContents, own]

/**
 * The accessibility statement: the client's own text, or a default that is true for every client.
 */
export default function Accessibility() {
  const contents = useContents(titles)
  const html = contents[own]
  return (
    <article className={styles.page}>
      <h1>{screenTitle("accessibility")}</h1>
      {html ? (
        <CleanHtml className={styles.page} html={html} />
      ) : (
        <Statement contact={contents["contact us"]} />
      )}
    </article>
  )
}

/** `contact` is managed content: how to reach the client. */
function Statement({ contact }: { contact: string | undefined }) {
  const { clientName, clientPhoneNumber } = useClient()
  return (
    <>
      <p>{texts.intro(clientName)}</p>
      <section>
        <h2>{texts.ourStandard}</h2>
        <p>{texts.standard}</p>
        <List items={texts.promises} />
      </section>
      <section>
        <h2>{texts.howWeTest}</h2>
        <p>{texts.testing}</p>
      </section>
      <section>
        <h2>{texts.knownLimits}</h2>
        <List items={texts.limits} />
      </section>
      <section>
        <h2>{texts.tellUs}</h2>
        <p>{texts.howToReport}</p>
        {clientPhoneNumber && (
          <p>
            {texts.callUs}
            <PhoneNumber number={clientPhoneNumber} />
            <span>.</span>
          </p>
        )}
        {contact && <CleanHtml className={styles.contact} html={contact} />}
      </section>
      <section>
        <h2>{texts.aboutThisStatement}</h2>
        <p>{texts.written}</p>
      </section>
    </>
  )
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
