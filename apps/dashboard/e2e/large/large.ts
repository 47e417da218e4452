// Prints figures of the dashboard with thousands of projects as JSON, for `npm run bench -- dashboard --part large`.
// Arguments: the URL of a service that has not been set up, the token of its set-up link, and the number of rounds.
import { type Browser, chromium } from "@playwright/test";
import type { Figure } from "../figures/figures.ts";
import { browserOptions } from "../figures/browser-options.ts";
import { median, newContext, quantile } from "../figures/figures-page.ts";
import { openSession } from "../figures/open-session.ts";
import { fillLarge } from "./fill-large.ts";
import { type LargePage, largePages } from "./presses.ts";
import { recordPresses, type Timed, timePresses, untilIdle } from "./time-press.ts";

const [url = "", token = "", rounds = "3", ...wanted] = process.argv.slice(2);
const { stint, cookie } = openSession(url);
const owner = { name: "Olive Owner", email: "owner@example.com", password: "lantern orbit sparrow" };
await stint.auth.setUp({ ...owner, organizationName: "Lantern", timeZone: "UTC", token });
await fillLarge(stint, owner.email);

const goals = { answered: 50, shown: 300, longestTask: 100 };
const names = { answered: "answered", shown: "shown", longestTask: "longest task after it" };

const figures: Figure[] = [];
const browser = await chromium.launch(browserOptions);
try {
  for (const page of largePages)
    if (wanted.length === 0 || wanted.includes(page.path))
      for (const rate of [1, 4]) figures.push(...toFigures(page, rate, await measure(browser, page, rate)));
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(figures));

/** The presses of every round on one page. */
async function measure(on: Browser, { path, ready, presses }: LargePage, rate: number): Promise<Timed[][]> {
  const context = await newContext(on, { url, cookie: cookie() });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await recordPresses(page);
  const all: Timed[][] = [];
  for (let round = 0; round < Number(rounds); round++) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.goto(path);
    await page.locator(ready).first().waitFor({ state: "attached" });
    await untilIdle(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    all.push(await timePresses(page, presses));
  }
  await context.close();
  return all;
}

/** The 95th percentile over the presses, each with the median of its rounds, and the five worst by name. */
function toFigures({ path }: LargePage, rate: number, all: readonly Timed[][]): Figure[] {
  return (["answered", "shown", "longestTask"] as const).map((measure) => {
    const presses = (all[0] ?? []).map(({ name }, at) => {
      const ms = median(all.map((round) => round[at]?.[measure] ?? Number.NaN));
      return { name, ms };
    });
    const worst = presses.toSorted((left, right) => right.ms - left.ms).slice(0, 5);
    return {
      name: `${path.split("?", 1)[0]}, ${rate} ×: a press is ${names[measure]}, p95 of ${presses.length}`,
      value: quantile(
        presses.map(({ ms }) => ms),
        0.95,
      ),
      unit: " ms",
      atMost: goals[measure],
      note: worst.map(({ name, ms }) => `${name} ${ms}`).join(", "),
    };
  });
}
