import { defineConfig } from "@playwright/test";
import { chromium } from "./chromium.ts";

// oxlint-disable-next-line import/no-default-export -- Playwright reads the default export
export default defineConfig({
  testDir: "ways",
  testMatch: "*.way.ts",
  outputDir: "../node_modules/.cache/ways",
  globalSetup: "./ways/clone-checkouts.ts",
  forbidOnly: true,
  // In a fresh clone, the first start builds the dashboard. Only the freelancer should see this.
  workers: 1,
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    ...chromium,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 860 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  },
});
