import type { Email } from "#ports/mail/port.ts"

/** The client's branding in an email. */
export interface EmailBrand {
  clientName: string
  phoneNumber: string
  /** The company's address on one line. */
  postalAddress?: string
  /** The IANA name of the time zone of every date and time in the email. */
  timeZone: string
  /** Background of the header with the logo, as #rrggbb. */
  mailColor: string
  /** Background of buttons, as #rrggbb; without one, that of the header. */
  buttonColor?: string
  /** Address of My Account, such as https://my.example.com. */
  siteAddress: string
  /** A bitmap of the logo; without one, the header shows the client's name. */
  logo?: Email["logo"]
  /** Where the person unsubscribes; set for optional emails. */
  unsubscribeLink?: string
}

/** The client's branding in a document: the same as in an email, and a font. */
export interface PdfBrand extends EmailBrand {
  /** A TTF file for headings; without one, they have the face of other bold text. */
  headingFont?: Buffer
}

/** Returns the brand of a client's emails and documents, with links to this site. */
export type BrandOf = (client: string, siteAddress: string) => Promise<PdfBrand>

/**
 * The accent color of a brand's style sheet, as #rrggbb: the first one, before those of dark mode.
 * Undefined if it is written in another way.
 */
export function accentOf(styleSheet: string): string | undefined {
  return /--brand-accent:\s*(#[0-9a-f]{6})\s*[;}]/i.exec(styleSheet)?.[1]
}

/**
 * White or near-black: the color that reads better on `color` (#rrggbb). Source: WCAG 2.2, contrast
 * ratio.
 */
export function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const whiteIsBetter = 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05
  return whiteIsBetter ? "#ffffff" : "#1c1f22"
}
