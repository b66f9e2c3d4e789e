import { ChevronDown } from "lucide"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import { Day, useDayText } from "#web/brands/day.ts"
import type { BadgeTone } from "#web/ui/badge.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { AuthorizationPdf } from "../authorization-pdf.tsx"
import { ReceiptPdf } from "../receipt-pdf.tsx"
import * as texts from "../texts.ts"
import { HistoryCard } from "./history-card.tsx"
import styles from "./history-entry.module.css"
import { Timeline } from "./timeline.tsx"

const tones: Record<PastPayment["paymentStatus"], BadgeTone> = {
  submitted: "info",
  unknown: "info",
  pending: "info",
  accepted: "success",
  settled: "success",
  returned: "danger",
  declined: "danger",
  canceled: "info",
  partlyRefunded: "info",
  refunded: "info",
  inquiry: "info",
  disputed: "info",
  disputeWon: "success",
  disputeLost: "danger",
}

/** One payment with its products and status. The customer can expand its history. */
export function PaymentCard({ payment }: { payment: PastPayment }) {
  return (
    <HistoryCard
      productDesc={payment.productDesc}
      line={
        <>
          <Day of={payment.paymentDate} />
          <span>{`, ${payment.isAutoPay === "Y" ? "Auto Pay, " : ""}${payment.paymentMethod}`}</span>
        </>
      }
      amount={payment.paymentAmount}
      status={{ tone: tones[payment.paymentStatus], label: payment.paymentStatusLabel }}
    >
      {payment.explanation && (
        <CleanHtml className={styles.explanation} html={payment.explanation} />
      )}
      {payment.hasReceipt === "Y" && (
        <p className={styles.number}>
          <span className={styles.soft}>{texts.confirmationNumber}</span>{" "}
          <span translate="no">{payment.confirmationNumber}</span>
        </p>
      )}
      {payment.gatewayReference && (
        <p className={styles.number}>
          <span className={styles.soft}>{texts.gatewayReference}</span>{" "}
          <span translate="no">
            {[payment.gatewayReference, payment.chargeReference].filter(Boolean).join(" · ")}
          </span>
        </p>
      )}
      <History payment={payment} />
    </HistoryCard>
  )
}

/** The steps of a payment, and its files. */
function History({ payment }: { payment: PastPayment }) {
  const dayText = useDayText()
  return (
    <div className={styles.more}>
      <details className={styles.details}>
        <summary>
          <Icon of={ChevronDown} size={20} />
          <span>
            {texts.whatHappened}
            <VisuallyHidden>{texts.toPaymentOf(dayText(payment.paymentDate))}</VisuallyHidden>
          </span>
        </summary>
        <Timeline steps={payment.timeline} />
      </details>
      {payment.authorizationId && (
        <div className={styles.file}>
          <AuthorizationPdf
            authorizationId={payment.authorizationId}
            title={payment.isAutoPay === "Y" ? texts.autoPay : texts.payment}
            policyNumber={payment.policyNumber}
            agreedDate={payment.paymentDate}
          />
        </div>
      )}
      {payment.hasReceipt === "Y" && (
        <div className={styles.file}>
          <ReceiptPdf {...payment} look="quiet" />
        </div>
      )}
    </div>
  )
}
