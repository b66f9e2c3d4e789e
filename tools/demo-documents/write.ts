import { type ParsedClient, parseFolder } from "#commands/load/parse-folder.ts"
import type { Clock } from "#platform/clock.ts"
import { headingFontFile } from "#platform/pdf/heading-font.ts"
import { createPdf, type PdfBrand } from "#platform/pdf/pdf.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import type { PolicyDetail } from "#ports/policy-admin/port.ts"
import { readFolder } from "#services/brands/loading/folder.ts"
import { createCard } from "#services/products/documents/card-pdf.ts"
import type { DocumentData } from "./document-parts.ts"
import { blocksOf, subjectOf } from "./documents.ts"

/** Membership cards of the demo, which people can print themselves. */
const cardTypeId = "302"

/**
 * Renders every document that a folder lists by name without a file, and stores it, so that the
 * demo's documents are real files with the listed dates.
 *
 * Errors: the system's, when the folder cannot be read; the store's.
 */
export async function writeDemoDocuments(
  store: DocumentStore,
  folder: string,
  clock: Clock,
): Promise<void> {
  const { clients } = parseFolder(await readFolder(folder, []), clock.now(), [])
  for (const client of clients) {
    const brand = brandOf(client)
    for (const { person, products } of client.people ?? []) {
      for (const detail of products) await writeDocumentsOf(store, client, brand, person, detail)
    }
  }
}

async function writeDocumentsOf(
  store: DocumentStore,
  client: ParsedClient,
  brand: PdfBrand,
  person: PersonRecord["person"],
  detail: PolicyDetail,
) {
  const { client: code } = client.brand
  for (const entry of [...detail.documents, ...detail.correspondences]) {
    const { documentId, documentSource, documentCategory } = entry
    const { accountNumber } = person
    const key = { client: code, accountNumber, documentId, documentSource, documentCategory }
    const { clientName, phoneNumber } = brand
    const document = { clientName, phoneNumber, person, detail, entry }
    await store.write(key, await draw(brand, document))
  }
}

async function draw(brand: PdfBrand, document: DocumentData): Promise<Buffer> {
  const { documentTypeId, documentName, documentCreatedDate } = document.entry
  const date = new Date(`${documentCreatedDate}T12:00:00Z`)
  if (documentTypeId === cardTypeId) return await drawCard(brand, document, date)
  const subject = subjectOf(document)
  return await createPdf({ brand, title: documentName, subject, date, blocks: blocksOf(document) })
}

async function drawCard(brand: PdfBrand, { person, detail: { policy } }: DocumentData, date: Date) {
  return await createCard({
    brand,
    date,
    holder: `${person.firstName} ${person.lastName}`.trim(),
    productName: policy.productDesc,
    number: policy.policyNumber,
    isInsurance: policy.isInsuranceProduct,
    coverageType: policy.coverageType,
    effectiveDate: shownDate(policy.coverageEffectiveDate),
  })
}

function brandOf({ brand, assets }: ParsedClient): PdfBrand {
  const { name: clientName, phoneNumber, timeZone, mailColor, brandDetail, sites } = brand
  const logo = assets.find(({ name }) => name === brandDetail.logoImage)
  const headingFont = assets.find(({ name }) => name === headingFontFile)?.body
  return {
    clientName,
    phoneNumber,
    timeZone,
    mailColor,
    siteAddress: `http://${sites[0]?.host}`,
    ...(headingFont && { headingFont }),
    ...(logo && {
      logo: {
        mediaType: logo.mediaType as NonNullable<PdfBrand["logo"]>["mediaType"],
        base64: logo.body.toString("base64"),
      },
    }),
  }
}
