import type { GatewayForm } from "../contract.ts"
import { refusalOf } from "./answers.ts"
import { bankMethod, requestBankToken } from "./bank-request.ts"
import { answerOf, createCardFrames } from "./card-frames.ts"
import { isLoaded, loadStripe } from "./load-script.ts"

export const stripeForm: GatewayForm = {
  async openCard(gateway) {
    return createCardFrames(await loadStripe(gateway))
  },

  async bankToken(gateway, entry) {
    // Account numbers need no frame, so a blocked script does not matter. With the script, Stripe
    // knows more about the browser, which protects against fraud.
    if (!isLoaded()) return await requestBankToken(gateway, entry)
    const stripe = await loadStripe(gateway)
    const { paymentMethod, error } = await answerOf(stripe.createPaymentMethod(bankMethod(entry)))
    if (error) throw refusalOf(error)
    return paymentMethod.id
  },

  async connectBank(gateway, session, { holder, email }) {
    const stripe = await loadStripe(gateway)
    const { setupIntent, error } = await stripe.collectBankAccountForSetup({
      clientSecret: session,
      params: {
        payment_method_type: "us_bank_account",
        payment_method_data: { billing_details: { name: holder, email } },
      },
      expand: ["payment_method"],
    })
    if (error) throw refusalOf(error)
    // The customer left. Source: https://docs.stripe.com/js/setup_intents/collect_bank_account_for_setup
    if (setupIntent.status === "requires_payment_method") return undefined
    const { payment_method: method } = setupIntent
    const account = typeof method === "object" ? method?.us_bank_account : undefined
    return {
      token: setupIntent.id,
      institution: account?.bank_name ?? "",
      lastFour: account?.last4 ?? "",
    }
  },
}
