import { sql } from "#database/sql.ts"
import type { BodyScript, HeadTag } from "#services/brands/loading/client-file.ts"
import type { TestApp } from "./app.ts"

export interface BrandScripts {
  client: string
  gtmId?: string
  headTags?: HeadTag[]
  bodyScripts?: BodyScript[]
  scriptOrigins?: string[]
  connectOrigins?: string[]
  frameOrigins?: string[]
  imageOrigins?: string[]
  styleOrigins?: string[]
}

/**
 * Replaces all scripts of a client. A site that was requested before shows them five seconds later.
 */
export async function setBrandScripts({ database }: TestApp, brand: BrandScripts): Promise<void> {
  await database.rows(
    sql`update appcontent.client set gtm_id = ${brand.gtmId ?? null},
      head_tags = ${JSON.stringify(brand.headTags ?? [])}::jsonb,
      body_scripts = ${JSON.stringify(brand.bodyScripts ?? [])}::jsonb,
      script_origins = ${brand.scriptOrigins ?? []}::text[],
      connect_origins = ${brand.connectOrigins ?? []}::text[],
      frame_origins = ${brand.frameOrigins ?? []}::text[],
      image_origins = ${brand.imageOrigins ?? []}::text[],
      style_origins = ${brand.styleOrigins ?? []}::text[]
    where client = ${brand.client}`,
  )
}
