export const productDocuments = "Product Documents"
export const noDocuments = "There are no documents for this product yet."
export const correspondence = "Correspondence"
export const noCorrespondence = "There are no letters about this product yet."
export const howToOpen = "View Document opens a new window. Download saves a copy on this device."
export const opening = "Opening…"
export const viewDocument = "View Document"
export const opensANewWindow = (which: string) => `: ${which}, opens a new window`
export const downloading = "Downloading…"
export const download = "Download"
export const document = "Document"
export const openingYourDocument = "Opening your document…"
export const documentSaved = "Your document was saved to this device. You can close this window."
export const card = "Card"
export const cardFileName = (policyNumber: string) => `Card ${policyNumber}`
export const printCard = "Print card"
export const windowBlocked =
  "Your browser did not allow a new window. Please choose Download instead."
export const saved = "Saved. You can find it in the downloads on this device."
