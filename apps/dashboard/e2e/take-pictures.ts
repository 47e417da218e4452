// Takes the pictures of the help's answers, in each language, from the demo's company: `npm run pictures`. With keys of
// answers, it takes only theirs. Look at what it took before you commit it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { NotFoundError, Stint } from "@stint/sdk";
import { startDemo } from "../../../packages/sdk/scripts/start-demo.ts";
import { listLanguages, listTexts } from "../src/i18n/list-texts.ts";
import { chromium as installed } from "./chromium.ts";
import { findParts } from "./data/find-parts.ts";

const folder = join(import.meta.dirname, "../public/pictures");
/** All pictures have this size, which `answers.tsx` states. */
const size = { width: 520, height: 240 };
const height = 1400;
const locales = { en: "en-GB", de: "de-DE", fr: "fr-FR" };
/** Screens draw what they load in several steps, and the server's events never end. */
const quietMs = 1500;

const wanted = process.argv.slice(2);
await using demo = await startDemo();
const stint = new Stint({ baseUrl: demo.url, apiKey: demo.apiKey });
const browser = await chromium.launch(installed.launchOptions);
for (const language of listLanguages()) {
  const texts = await listTexts(language);
  const textAt = (path: string) => texts.get(path)?.text ?? path;
  await mkdir(join(folder, language), { recursive: true });
  // The demo runs a timer, and so does the answer about forgotten ones.
  await stint.timer.discard().catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
  await using context = await browser.newContext({
    baseURL: demo.url,
    locale: locales[language],
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    // Sharp enough for the panel, which is narrower than the pictures.
    deviceScaleFactor: 1.25,
  });
  const entrance = await context.newPage();
  await entrance.goto("/sign-in");
  await entrance.getByLabel(textAt("account.email")).fill(demo.account.email);
  await entrance.getByLabel(textAt("account.password"), { exact: true }).fill(demo.account.password);
  await entrance.keyboard.press("Enter");
  await entrance.getByRole("navigation").first().waitFor();
  await entrance.close();
  for (const [key, { path, width = size.width + 16, find }] of Object.entries(findParts)) {
    if (wanted.length > 0 && !wanted.includes(key)) continue;
    await using page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await page.waitForTimeout(quietMs);
    const part = await find({ page, main: page.getByRole("main"), textAt, stint });
    await page.waitForTimeout(quietMs);
    const box = await part.boundingBox();
    if (box === null) throw new Error(`The part of ${key} is not visible.`);
    const left = box.width > size.width ? box.x : box.x + (box.width - size.width) / 2;
    const clip = { x: within(8, left, width - size.width - 8), y: within(0, box.y - 12, height - size.height) };
    const session = await context.newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", {
      format: "webp",
      quality: 36,
      clip: { ...clip, ...size, scale: 1 },
    });
    await writeFile(join(folder, language, `${key}.webp`), data, "base64");
  }
}
await browser.close();

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
