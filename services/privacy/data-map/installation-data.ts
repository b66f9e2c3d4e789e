import { permanently, type TableData } from "./table-data.ts"

const ofBrand = "while the brand's folder has it"

/** Brands and the installation, without data about customers. */
export const installationData: readonly TableData[] = [
  {
    name: "appcontent.client",
    about: "no person",
    what: "the brand",
    kept: ofBrand,
    columns: {
      reference: "client",
      content: `name short_name stripe_account phone_number meta_description gtm_id search_index show_contact_us show_about_us
        claim_url primary_logo primary_logo_link second_logo second_logo_link logo_image css_file
        mail_color head_tags body_scripts script_origins connect_origins frame_origins image_origins
        style_origins postal_address phone_hours closed`,
      state: `staff_second_factor time_zone refund_approval_above gateway_refunds_reopen
        most_credit_years kept_data_hours planned_away`,
    },
  },
  {
    name: "appcontent.client_group",
    about: "no person",
    what: "groups of brands",
    kept: ofBrand,
    columns: { reference: "client", content: "label term" },
  },
  {
    name: "appcontent.client_group_item",
    about: "no person",
    what: "the brands of a group",
    kept: ofBrand,
    columns: { reference: "client_group client host", content: "name sub_group position" },
  },
  {
    name: "appcontent.content",
    about: "no person",
    what: "texts of the brand",
    kept: ofBrand,
    columns: { reference: "client title", content: "html" },
  },
  {
    name: "appcontent.asset",
    about: "no person",
    what: "files of the brand by name",
    kept: ofBrand,
    columns: { reference: "client name hash", content: "media_type" },
  },
  {
    name: "appcontent.asset_file",
    about: "no person",
    what: "files of the brand",
    kept: "while a release names them",
    columns: { reference: "client hash", content: "body media_type", state: "was_published" },
  },
  {
    name: "appcontent.release",
    about: "staff",
    what: "releases of the brand, with their operators",
    kept: permanently,
    columns: {
      reference: "client number base",
      content: "content what",
      state: "made_at published_at is_published",
      staff: "made_by",
    },
  },
  {
    name: "appcontent.site",
    about: "no person",
    what: "hosts",
    kept: ofBrand,
    columns: { reference: "host client", state: "is_customer_site" },
  },
  {
    name: "appcontent.csp_report",
    about: "no person",
    what: "browsers' reports about the page policy, without addresses of people",
    kept: "`KEEP_CSP_REPORT_DAYS` after the last one of their kind",
    columns: {
      reference: "client",
      content: "directive blocked document source disposition",
      state: "first_seen last_seen reports",
    },
  },
  {
    name: "public.heartbeat",
    about: "no person",
    what: "a number that shows that writes work",
    kept: permanently,
    columns: { state: "only_row beats" },
  },
  {
    name: "public.migration",
    about: "no person",
    what: "past migrations",
    kept: permanently,
    columns: { reference: "name", state: "ran_at earliest_server" },
  },
  {
    name: "public.named_lock",
    about: "no person",
    what: "locks of commands",
    kept: permanently,
    columns: { reference: "name", state: "taken" },
  },
  {
    name: "public.page_file",
    about: "no person",
    what: "scripts and style sheets of the builds",
    kept: "those of the three builds that started last",
    columns: { reference: "release path", content: "body" },
  },
  {
    name: "public.page_release",
    about: "no person",
    what: "builds of the page",
    kept: "the three that started last",
    columns: { reference: "release", state: "started_at" },
  },
]
