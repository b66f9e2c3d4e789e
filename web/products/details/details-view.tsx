import { Printer } from "lucide"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { ProductDetail, ProductDetails } from "#contracts/products/products.ts"
import { Day } from "#web/brands/day.ts"
import { HelpLine } from "#web/brands/help-line.tsx"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { CopyButton } from "#web/ui/text/copy-button.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { MarkedMoney, Money } from "#web/ui/text/money.tsx"
import { translateOf } from "#web/ui/text/translate.ts"
import { DocumentLists } from "../documents/document-lists.tsx"
import { PrintCard } from "../documents/print-card.tsx"
import { AnnualCostNote } from "../product/amount-note.tsx"
import { Coverage } from "../product/coverage.tsx"
import { Disclaimers } from "../product/disclaimers.tsx"
import { coverageSentence } from "../product/next-step.ts"
import { PayByPhone } from "../product/pay-by-phone.tsx"
import * as texts from "../texts.ts"
import { AdditionalRiders } from "./additional-riders.tsx"
import { benefitOf, hasCoverageBar, type OverviewLine, overviewLines, owes } from "./overview.ts"
import { PayButton, Payment } from "./payment.tsx"
import styles from "./product-details.module.css"

type Insured = ProductDetails["additionalInsured"][number]

const columns: Column<Insured>[] = [
  { title: texts.fullName, cell: ({ fullName }) => <span translate="no">{fullName}</span> },
  { title: texts.relationship, cell: ({ relationship }) => relationship },
]

function AdditionalInsured({ people }: { people: readonly Insured[] }) {
  return (
    <section className={styles.section} aria-labelledby="additional-insured">
      <h2 id="additional-insured">{texts.additionalInsured}</h2>
      <Card className={styles.tableCard}>
        <DataTable
          caption={texts.additionalInsured}
          columns={columns}
          rows={people}
          // Two children may have the same name.
          keyOf={(_, index) => String(index)}
        />
      </Card>
    </section>
  )
}

interface DetailsViewProps {
  user: StoredUser
  details: ProductDetails
  contents: Record<string, string>
}

export function DetailsView({ user, details, contents }: DetailsViewProps) {
  const { productDetail, additionalInsured, optionalRiders } = details
  const { productDocuments, correspondences } = details
  const isInsurance = productDetail.isInsuranceProduct === "Y"
  return (
    <>
      <Overview user={user} detail={productDetail} contents={contents} />
      {productDetail.isActiveProduct === "Y" && (
        <Payment user={user} policyNumber={productDetail.policyNumber} />
      )}
      {additionalInsured.length > 0 && <AdditionalInsured people={additionalInsured} />}
      {optionalRiders.length > 0 && <AdditionalRiders riders={optionalRiders} />}
      <DocumentLists productDocuments={productDocuments} correspondences={correspondences} />
      <ClaimAndHelp />
      <Disclaimers
        titles={[
          "product details mismatch data",
          ...(isInsurance ? ["product details benefits"] : []),
          "site disclaimer",
        ]}
        contents={contents}
      />
    </>
  )
}

interface OverviewProps {
  user: StoredUser
  detail: ProductDetail
  contents: Record<string, string>
}

/** The benefit, the coverage, the actions and the facts of a product. */
function Overview({ user, detail, contents }: OverviewProps) {
  const { claimUrl, currentDate } = useClient()
  const { policyNumber } = detail
  const isActive = detail.isActiveProduct === "Y"
  const benefit = benefitOf(detail)
  const planned = { ...detail, graceUntil: detail.graceUntil || undefined }
  const facts = overviewLines(detail).map((line) => ({
    label: line.label,
    value: <OverviewValue line={line} />,
  }))
  return (
    <section className={styles.section} aria-labelledby="product-overview">
      <h2 id="product-overview">{texts.productOverview}</h2>
      <Card className={styles.overview}>
        {benefit && (
          <div>
            <dl className={styles.benefit}>
              <div>
                <dt>{benefit.label}</dt>
                <dd>
                  <Money amount={benefit.amount} />
                </dd>
              </div>
            </dl>
            <p>{benefit.isPaid}</p>
          </div>
        )}
        {hasCoverageBar(detail) && (
          <div className={styles.coverage}>
            <Coverage
              planned={planned}
              today={currentDate}
              sentences={[coverageSentence(planned, currentDate, !owes(detail))]}
            />
          </div>
        )}
        <div className={styles.actions}>
          {isActive && <PayButton user={user} policyNumber={policyNumber} />}
          {isActive && <PrintCard policyNumber={policyNumber} />}
          {isActive && claimUrl && (
            <ButtonLink look="secondary" href={claimUrl}>
              {texts.fileAClaim}
            </ButtonLink>
          )}
          <Button look="secondary" onClick={() => print()}>
            <Icon of={Printer} size={20} />
            <span>{texts.printThisPage}</span>
          </Button>
        </div>
        <div>
          <Facts wide facts={facts} />
          {detail.annualPremiumSpecialCharacter && <AnnualCostNote contents={contents} />}
        </div>
        {owes(detail) && (
          <p>
            <PayByPhone />
          </p>
        )}
        {detail.message && <CleanHtml className={styles.message} html={detail.message} />}
      </Card>
    </section>
  )
}

function OverviewValue({ line: { label, value, is, mark = "" } }: { line: OverviewLine }) {
  switch (is) {
    case "amount":
      return <MarkedMoney amount={value} mark={mark} />
    case "number":
      return (
        <>
          <span translate="no">{value}</span> <CopyButton text={value} what={label.toLowerCase()} />
        </>
      )
    case "date":
      return <Day of={value} />
    case "name":
      return <span translate="no">{value}</span>
    default:
      return <span translate={translateOf(value)}>{value}</span>
  }
}

/** How to file a claim, if the client accepts claims online, and the phone number. */
function ClaimAndHelp() {
  const { claimUrl } = useClient()
  const text = useContents(["claim now"])["claim now"]
  if (!claimUrl) return <HelpLine />
  return (
    <section className={styles.section} aria-labelledby="claim">
      <h2 id="claim">{texts.fileAClaim}</h2>
      <Card className={styles.claim}>
        {text && <CleanHtml html={text} />}
        <p>
          <ButtonLink look="secondary" href={claimUrl}>
            {texts.fileYourClaim}
          </ButtonLink>
        </p>
        <HelpLine />
      </Card>
    </section>
  )
}
