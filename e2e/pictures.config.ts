import config from "../playwright.config.ts"

/** Only `npm run prove -- pictures` runs this project. */
export default {
  ...config,
  testDir: ".",
  globalSetup: "./start-postgres.ts",
  outputDir: "../test-results/pictures-failed",
  projects: [{ name: "pictures", testMatch: "pictures.ts", use: { engine: "PGlite" } }],
}
