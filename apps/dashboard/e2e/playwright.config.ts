import { defineConfig, devices } from "@playwright/test";
import { chromium } from "./chromium.ts";

const desktop = { ...chromium, viewport: { width: 1280, height: 860 } };
// A phone's pixel density would multiply the pixels by seven, and without a GPU, every pixel costs CPU time.
const phone = { ...devices["Pixel 7"], ...chromium, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const tablet = { ...chromium, viewport: { width: 768, height: 1024 } };

/**
 * These tests depend on the width, the pointer or the language, so they also run in a second combination. All others
 * test behaviour rather than appearance, and run only in the first.
 */
const onPhone = [
  "accessible",
  "api-keys",
  "calendar",
  "clients-tags",
  "entry-list",
  "entry-rows",
  "entry-rules",
  "languages",
  "palette",
  "project-page",
  "projects",
  "team",
  "timer",
  "timesheet",
  "upcoming",
];
/** Compares the texts and widths of all screens. The narrowest combination is enough for that. */
const onlyOnPhone = ["languages"];
const onTablet = ["account", "list-filters", "profile"];
const files = (names: string[]) => names.map((name) => `**/${name}.e2e.ts`);

// oxlint-disable-next-line import/no-default-export -- Playwright reads the default export
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../node_modules/.cache/e2e",
  globalSetup: "./service/start-service.ts",
  fullyParallel: true,
  forbidOnly: true,
  // Two more workers than the CI machine has cores, because workers spend time waiting for replies and quiet.
  workers: 4,
  // No test depends on speed, so these limits only end tests that hang.
  timeout: 600_000,
  expect: { timeout: 180_000 },
  reporter: "list",
  // Only offline tests allow the service worker, because it caches every file of the dashboard in each new context,
  // which takes 40% of a run's CPU time. Traces take another 25%; TRACE=on keeps those of failed tests.
  use: {
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    serviceWorkers: "block",
    // Animations take a tenth of the CPU time.
    contextOptions: { reducedMotion: "reduce" },
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
  },
  // Three combinations that together cover every width, theme, language and time zone.
  projects: [
    {
      name: "desktop light, New York",
      testIgnore: files([...onTablet, ...onlyOnPhone]),
      use: { ...desktop, colorScheme: "light", locale: "en-US", timezoneId: "America/New_York" },
    },
    {
      name: "phone dark, Berlin",
      testMatch: files(onPhone),
      use: { ...phone, colorScheme: "dark", locale: "en-GB", timezoneId: "Europe/Berlin" },
    },
    {
      name: "tablet light, Kolkata",
      testMatch: files(onTablet),
      use: { ...tablet, colorScheme: "light", locale: "en-IN", timezoneId: "Asia/Kolkata" },
    },
  ],
});
