import { defineConfig, devices } from "@playwright/test";

const chromium = {
  launchOptions: {
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
};
const desktop = { ...chromium, viewport: { width: 1280, height: 860 } };
const phone = { ...devices["Pixel 7"], ...chromium, viewport: { width: 390, height: 844 } };

// oxlint-disable-next-line import/no-default-export -- Playwright reads the default export
export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../node_modules/.cache/e2e",
  globalSetup: "./start-service.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Nothing depends on speed: these only end what hangs.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: { serviceWorkers: "allow", trace: "retain-on-failure" },
  // Language, zone, theme and width in pairs instead of in all combinations.
  projects: [
    {
      name: "desktop light, New York",
      use: { ...desktop, colorScheme: "light", locale: "en-US", timezoneId: "America/New_York" },
    },
    {
      name: "phone dark, Berlin",
      use: { ...phone, colorScheme: "dark", locale: "en-GB", timezoneId: "Europe/Berlin" },
    },
  ],
});
