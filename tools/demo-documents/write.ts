import type { Clock } from "#platform/clock.ts"
import { createPdf, type PdfBrand } from "#platform/pdf/pdf.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import type { PolicyDetail } from "#ports/policy-admin/port.ts"
import { readFolder } from "#services/brands/loading/folder.ts"
import { createCard } from "#services/products/documents/card-pdf.ts"
import { type ParsedClient, parseFolder } from "../load/parse-folder.ts"
import { blocksOf, type PaperOf, subjectOf } from "./papers.ts"

/** The demo's membership cards are those that people print themselves. */
const cardTypeId = "302"

/**
 * Draws every document that the people of a folder have by name and not as a file, and keeps it
 * in the store: so the demo's are real, and as old as its lists say.
 *
 * Errors: the system's own, when the folder cannot be read; the store's.
 */
export async function writeDemoDocuments(
  store: DocumentStore,
  folder: string,
  clock: Clock,
): Promise<void> {
  const { clients } = parseFolder(await readFolder(folder, []), clock.today(), [])
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
    const paper = { clientName, phoneNumber, person, detail, entry }
    await store.write(key, await draw(brand, paper))
  }
}

async function draw(brand: PdfBrand, paper: PaperOf): Promise<Buffer> {
  const { documentTypeId, documentName, documentCreatedDate } = paper.entry
  const date = new Date(`${documentCreatedDate}T12:00:00Z`)
  if (documentTypeId === cardTypeId) return await drawCard(brand, paper, date)
  const subject = subjectOf(paper)
  return await createPdf({ brand, title: documentName, subject, date, blocks: blocksOf(paper) })
}

async function drawCard(brand: PdfBrand, { person, detail: { policy } }: PaperOf, date: Date) {
  return await createCard({
    brand,
    date,
    holder: `${person.firstName} ${person.lastName}`,
    productName: policy.productDesc,
    number: policy.policyNumber,
    isInsurance: policy.isInsuranceProduct,
    coverageType: policy.coverageType,
    effectiveDate: shownDate(policy.coverageEffectiveDate),
  })
}

function brandOf({ brand, assets }: ParsedClient): PdfBrand {
  const { name: clientName, phoneNumber, mailColor, brandDetail, sites } = brand
  const logo = assets.find(({ name }) => name === brandDetail.logoImage)
  return {
    clientName,
    phoneNumber,
    mailColor,
    siteAddress: `http://${sites[0]?.host}`,
    ...(logo && {
      logo: {
        mediaType: logo.mediaType as NonNullable<PdfBrand["logo"]>["mediaType"],
        base64: logo.body.toString("base64"),
      },
    }),
  }
}
