import { pageTitle, type ScreenName, screens } from "#contracts/screens.ts"
import { asTyped } from "#server/config/typed-as.ts"
import { brandFileNameOf } from "#services/brands/readiness/checked-brand.ts"
import { textPlaces } from "#services/brands/readiness/text-places.ts"
import { longestTitle } from "#services/brands/readiness/titles.ts"
import { statementNameFrom } from "#services/brands/statement-name.ts"
import { type BrandAnswers, hoursOf, membersOf, slugOf } from "./answers.ts"
import type { Logo } from "./logo.ts"
import { lookOf, styleSheetOf } from "./look.ts"
import {
  samplePassword,
  samplePeople,
  samplePostalAddress,
  sampleUsername,
  sampleUsers,
} from "./people.ts"
import { textsOf } from "./texts.ts"
import { iconOf, wordmarkOf } from "./wordmark.ts"

/** Files by their path in the folder. */
export type BrandFiles = Record<string, string | Buffer>

/** Every file of a folder for a new brand, or for a group with one brand for each member. */
export function brandFiles(answers: BrandAnswers, logo?: Logo): BrandFiles {
  const members = membersOf(answers.group).map((name) => memberOf(answers, name))
  const group = members.map(({ client, name, host }) => {
    return { client, name, subGroup: client, hostName: host }
  })
  return {
    "README.md": asTyped(readme(answers, members)),
    ...clientFiles(answers, logo, {
      ...(members.length > 0 && {
        clientGroup: { label: `Select your ${answers.term}`, term: answers.term, items: group },
      }),
    }),
    ...(members.length === 0 ? peopleOf(answers) : {}),
    ...Object.assign(
      {},
      ...members.map((member) => ({ ...clientFiles(member, logo, {}), ...peopleOf(member) })),
    ),
  }
}

function memberOf(answers: BrandAnswers, name: string): BrandAnswers {
  const slug = slugOf(name)
  const ending = answers.host
    .split(".")
    .slice(answers.host.endsWith("localhost") ? 0 : 1)
    .join(".")
  return {
    ...answers,
    name,
    client: `${answers.client}-${slug}`.slice(0, 60),
    host: `${slug}.${ending}`,
    group: "",
  }
}

function peopleOf(answers: BrandAnswers): BrandFiles {
  const home = `clients/${answers.client}`
  return {
    [`${home}/people.json`]: json(samplePeople(answers)),
    [`${home}/users.json`]: json(sampleUsers()),
  }
}

function clientFiles(answers: BrandAnswers, logo: Logo | undefined, more: object): BrandFiles {
  const home = `clients/${answers.client}`
  const look = lookOf(answers.accent)
  const logoName = logo?.name ?? "logo.svg"
  return {
    [`${home}/client.json`]: json({ ...clientOf(answers, logoName, look.mailColor), ...more }),
    [`${home}/assets/brand.css`]: styleSheetOf(look),
    [`${home}/assets/${logoName}`]: logo?.body ?? wordmarkOf(answers.name),
    [`${home}/assets/icon.svg`]: iconOf(answers.name, look.icon),
    ...Object.fromEntries(
      Object.entries(textsOf(answers)).map(([file, text]) => [`${home}/content/${file}`, text]),
    ),
  }
}

function clientOf(answers: BrandAnswers, logo: string, mailColor: string): object {
  const { client, name, phone, hours, timeZone, host, words } = answers
  const what = words === "insurance" ? "insurance" : "membership"
  return {
    client,
    name,
    shortName: statementNameFrom(name),
    phoneNumber: phone,
    phoneHours: hoursOf(hours) ?? [],
    postalAddress: samplePostalAddress,
    timeZone,
    metaDescription: `${name} My Account: see your ${what}, pay online and keep your contact information up to date.`,
    searchIndex: false,
    showContactUs: true,
    showAboutUs: true,
    brandDetail: {
      primaryLogo: logo,
      logoImage: /\.(png|jpg)$/.test(logo) ? logo : null,
      cssFile: "brand.css",
    },
    mailColor,
    headTags: [{ tag: "link", rel: "icon", href: `/brand/${client}/icon/icon.svg` }],
    sites: [{ host, isCustomerSite: true }],
    pageTitles: Object.fromEntries(
      Object.entries(screens).map(([screen, { title }]) => [
        screen,
        pageTitle(name, title).length > longestTitle
          ? (shortTitles[screen as ScreenName] ?? title)
          : title,
      ]),
    ),
  }
}

/** Titles used with a long name, which tabs would cut off. */
const shortTitles: Partial<Record<ScreenName, string>> = {
  supportLogin: "Support Login",
  providerLogin: "Support Login",
  accountDetails: "Register: Identity",
  personalInfo: "Register: Contact",
  accountVerification: "Register: Contact",
  signInCreds: "Register: Login",
}

function readme(answers: BrandAnswers, members: readonly BrandAnswers[]): string {
  const { client, name } = answers
  const people = members[0] ?? answers
  const rows = textPlaces.map(
    ({ title, screens }) => `| \`${brandFileNameOf(title)}\` | ${screens} |`,
  )
  return `# ${name}

The folder of a portal. \`client.json\` has names, hosts and flags, \`assets/brand.css\` the colors, and \`content/\` the texts.

    npm run my-account -- check-folder FOLDER    finds what customers would notice
    npm run my-account -- load FOLDER            puts it online

To try it, sign in at ${people.host} as \`${sampleUsername}\`, password \`${samplePassword}\`. Before real customers come,
delete \`people.json\` and \`users.json\`, and correct \`postalAddress\` in \`client.json\`: \`check\` warns about every
sample that is still in place.

## Where each text of clients/${client}/content/ is shown

| File | Shown on |
|---|---|
${rows.join("\n")}
`
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
