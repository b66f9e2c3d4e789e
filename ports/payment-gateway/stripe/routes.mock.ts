import type { createMockState } from "./answers.mock.ts"
import type { Answer, Parameters } from "./stripe-store.mock.ts"

export interface MockRoute {
  method: "GET" | "POST" | "DELETE"
  path: RegExp
  /** The file and the name of the library's declaration of its parameters. */
  shape: [string, string]
  answer(id: string, parameters: Parameters): Answer
  /** Whether the key of the page may call it. */
  publishable?: boolean
  /** Whether only tests call it, with a key that may do everything. */
  isOurs?: boolean
}

type Answers = ReturnType<typeof createMockState>["answers"]

/** The addresses of the mock. */
export function mockRoutes(answers: Answers): MockRoute[] {
  const methods = "PaymentMethods"
  const intents = "PaymentIntents"
  const setups = "SetupIntents"
  return [
    {
      ...route("POST", /^payment_methods$/, [methods, "PaymentMethodCreateParams"], (_, given) =>
        answers.createMethod(given),
      ),
      publishable: true,
    },
    route("GET", /^payment_methods\/(\w+)$/, [methods, "PaymentMethodRetrieveParams"], (id) =>
      answers.method(id),
    ),
    route("POST", /^payment_methods\/(\w+)$/, [methods, "PaymentMethodUpdateParams"], (id, given) =>
      answers.updateMethod(id, given),
    ),
    route(
      "POST",
      /^payment_methods\/(\w+)\/detach$/,
      [methods, "PaymentMethodDetachParams"],
      (id) => answers.detach(id),
    ),
    route("POST", /^customers$/, ["Customers", "CustomerCreateParams"], (_, given) =>
      answers.createCustomer(given),
    ),
    route("GET", /^customers\/(\w+)$/, ["Customers", "CustomerRetrieveParams"], (id) =>
      answers.customer(id),
    ),
    route("POST", /^customers\/(\w+)$/, ["Customers", "CustomerUpdateParams"], (id, given) =>
      answers.updateCustomer(id, given),
    ),
    route("DELETE", /^customers\/(\w+)$/, ["Customers", "CustomerDeleteParams"], (id) =>
      answers.deleteCustomer(id),
    ),
    route("POST", /^setup_intents$/, [setups, "SetupIntentCreateParams"], (_, given) =>
      answers.createSetup(given),
    ),
    route("GET", /^setup_intents$/, [setups, "SetupIntentListParams"], (_, given) =>
      answers.setupsOf(given),
    ),
    route("GET", /^setup_intents\/(\w+)$/, [setups, "SetupIntentRetrieveParams"], (id, given) =>
      answers.setup(id, given),
    ),
    route(
      "POST",
      /^setup_intents\/(\w+)\/confirm$/,
      [setups, "SetupIntentConfirmParams"],
      (id, given) => answers.confirmSetup(id, given),
    ),
    route("POST", /^setup_intents\/(\w+)\/cancel$/, [setups, "SetupIntentCancelParams"], (id) =>
      answers.cancelSetup(id),
    ),
    {
      ...route(
        "POST",
        /^setup_intents\/(\w+)\/verify_microdeposits$/,
        [setups, "SetupIntentVerifyMicrodepositsParams"],
        (id, given) => answers.verifyDeposits(id, given),
      ),
      isOurs: true,
    },
    route("POST", /^payment_intents$/, [intents, "PaymentIntentCreateParams"], (_, given) =>
      answers.createIntent(given),
    ),
    route("GET", /^payment_intents$/, [intents, "PaymentIntentListParams"], (_, given) =>
      answers.intents(given),
    ),
    route(
      "POST",
      /^payment_intents\/(\w+)\/cancel$/,
      [intents, "PaymentIntentCancelParams"],
      (id) => answers.cancelIntent(id),
    ),
    route(
      "GET",
      /^payment_intents\/(\w+)$/,
      [intents, "PaymentIntentRetrieveParams"],
      (id, given) => answers.intent(id, given),
    ),
    route("GET", /^charges\/(\w+)$/, ["Charges", "ChargeRetrieveParams"], (id) =>
      answers.charge(id),
    ),
    route("POST", /^refunds$/, ["Refunds", "RefundCreateParams"], (_, given) =>
      answers.createRefund(given),
    ),
    route("GET", /^refunds$/, ["Refunds", "RefundListParams"], (_, given) =>
      answers.refundsOf(given),
    ),
    route("GET", /^disputes$/, ["Disputes", "DisputeListParams"], (_, given) =>
      answers.disputesOf(given),
    ),
    route(
      "GET",
      /^balance_transactions$/,
      ["BalanceTransactions", "BalanceTransactionListParams"],
      (_, given) => answers.transactions(given),
    ),
    route("GET", /^payouts$/, ["Payouts", "PayoutListParams"], (_, given) =>
      answers.payouts(given),
    ),
    route("GET", /^balance$/, ["Balance", "BalanceRetrieveParams"], () => answers.balance()),
    {
      ...route("GET", /^events$/, ["Events", "EventListParams"], (_, given) =>
        answers.events(given),
      ),
      isOurs: true,
    },
  ]
}

function route(
  method: MockRoute["method"],
  path: RegExp,
  shape: MockRoute["shape"],
  answer: MockRoute["answer"],
): MockRoute {
  return { method, path, shape, answer }
}
