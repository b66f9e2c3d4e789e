import { z } from "zod"
import { endpoint } from "../endpoint.ts"

const titles = z.object({ titles: z.array(z.string().max(100)).max(50) })

const contentItem = z.object({
  title: z.string(),
  /** Cleaned HTML. */
  content: z.string(),
})
export type ContentItem = z.output<typeof contentItem>

export const content = {
  "POST /appcontent/contents": endpoint({
    summary: "Managed content of this host's client, by title",
    role: "anonymous",
    site: "any",
    body: titles,
    reply: z.object({ items: z.array(contentItem) }),
    errors: [],
  }),
  "POST /appcontent/pagesTitle": endpoint({
    summary:
      "The page titles of the named screens, or of all for 'page titles', as JSON in items[0].content",
    role: "anonymous",
    site: "any",
    body: titles,
    reply: z.object({ items: z.array(contentItem) }),
    errors: [],
  }),
  "GET /appcontent/statesList": endpoint({
    summary: "The states of a country; the only known country is 19, the United States",
    role: "anonymous",
    query: z.object({ countryId: z.string().max(10) }),
    reply: z.object({ items: z.array(z.object({ stateCode: z.string(), stateName: z.string() })) }),
    errors: [],
  }),
}
