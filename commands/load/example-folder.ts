import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** Files of a folder by path; an object is written as JSON, with one field per line. */
export type Files = Record<string, string | Buffer | object>

/** A small valid folder with every file of the format. */
export function exampleFiles() {
  return {
    "README.md": "An example.",
    "agents.json": [
      {
        userid: "agent.one",
        username: "agent.one",
        password: "Lantern-2027",
        firstName: "Agnes",
        lastName: "One",
        email: "agnes.one@example.com",
        clients: ["fund"],
      },
    ],
    "shared/content/welcome.html": "<p>Welcome.</p>",
    "shared/content/privacy-policy.html": "<p>We keep little.</p>",
    "clients/union/client.json": client("union", "union.localhost"),
    "clients/union/assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    "clients/fund/client.json": {
      ...client("fund", "fund.localhost"),
      clientGroup: {
        label: "Choose your union",
        items: [
          { client: "union", name: "The Union", subGroup: "Local 1", hostName: "union.localhost" },
        ],
      },
      pageTitles: { login: "Log In" },
    },
    "clients/fund/content/welcome.html": "<p>Welcome to the fund.</p>",
    "clients/fund/content/signIn.codeSent.html": "Your code went to {email}.",
    "clients/fund/assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    "clients/fund/assets/brand.css": ":root { --brand-accent: #123456 }",
    "clients/fund/people.json": [
      {
        ...person("A1", "5000000001"),
        paymentMethods: [
          {
            paymentRecordId: "PM-1",
            kind: "card",
            cardType: "VS",
            lastFour: "4242",
            expirationDate: "08/2031",
            holderName: "Pat Example",
            gateway: "sandbox",
            gatewayReference: "sample.visa.08-2031.pat",
          },
        ],
      },
      { ...person("A2", "5000000002"), paymentMethods: [] },
    ],
    "clients/fund/users.json": [
      {
        username: "pat.one",
        password: "Lantern-2027",
        accountNumber: "A1",
        securityQuestionId: "1",
        securityAnswer: " My First  School ",
      },
    ],
  } satisfies Files
}

function client(code: string, host: string) {
  return {
    client: code,
    name: `The ${code}`,
    phoneNumber: "1-800-555-0100",
    timeZone: "America/New_York",
    metaDescription: "An example.",
    searchIndex: false,
    showContactUs: true,
    showAboutUs: true,
    brandDetail: { primaryLogo: "logo.svg" },
    mailColor: "#123456",
    sites: [{ host, isCustomerSite: true }],
  }
}

function person(accountNumber: string, policyNumber: string) {
  return {
    accountNumber,
    personNumber: `P-${accountNumber}`,
    firstName: "Pat",
    lastName: "Example",
    dateOfBirth: "1960-01-31",
    emailAddress: "pat@example.com",
    address: {
      addressLine1: "1 Main Street",
      cityName: "Dayton",
      stateCode: "OH",
      zipCode: "45402",
    },
    products: [
      {
        policyNumber,
        productDesc: "Term Life",
        policyStatus: "Active",
        isInsuranceProduct: true,
        coverageType: "Individual",
        annualPremium: "312.00",
        billing: {
          frequencyCode: "M",
          frequencies: [{ code: "M", label: "Monthly", amount: "26.00" }],
          dueDate: "today+12d",
          amountDue: "26.00",
        },
      },
    ],
  }
}

/** Writes the files to a new folder; `remove` deletes it. */
export async function writeFolder(
  files: Files,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "load-"))
  for (const [name, content] of Object.entries(files)) {
    const file = join(path, name)
    await mkdir(dirname(file), { recursive: true })
    const isWritten = typeof content === "string" || Buffer.isBuffer(content)
    await writeFile(file, isWritten ? content : JSON.stringify(content, null, 2))
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
