// Prints figures of the dashboard as JSON, for `npm run bench -- dashboard`. Arguments: the URL of a service that has
// not been set up, the token of its set-up link, the number of rounds, and the parts to measure (default: all).
// DATA_DIR is the service's data folder.
import { type Browser, chromium } from "@playwright/test";
import { browserOptions } from "./browser-options.ts";
import { measureApprovals } from "./figures-approvals.ts";
import { measureHour } from "./figures-hour.ts";
import { measureInteractions } from "./figures-interactions.ts";
import { measureLighthouse } from "./figures-lighthouse.ts";
import { measureLive } from "./figures-live.ts";
import { measureLoad } from "./figures-load.ts";
import { fillService } from "./figures-service.ts";

export interface Figure {
  name: string;
  value: number;
  unit: string;
  atMost?: number;
  atLeast?: number;
  note: string;
}

export interface Place {
  url: string;
  /** The owner's session cookie. */
  cookie: string;
  dataDir: string;
  projectName: string;
}

const [url = "", token = "", rounds = "3", ...wanted] = process.argv.slice(2);

const parts: Record<string, (browser: Browser, place: Place) => Promise<Figure[]>> = {
  load: (browser, place) => measureLoad(browser, place, Number(rounds)),
  interactions: (browser, place) => measureInteractions(browser, place, Number(rounds)),
  approvals: (browser, place) => measureApprovals(browser, place, Number(rounds)),
  hour: measureHour,
  live: measureLive,
};

const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);
const unknown = wanted.find((part) => part !== "lighthouse" && parts[part] === undefined);
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}. The parts are ${Object.keys(parts).join(", ")}, lighthouse.`);

const place = { ...(await fillService(url, token)), dataDir: process.env["DATA_DIR"] ?? "" };
const figures: Figure[] = [];
const browser = await chromium.launch(browserOptions);
try {
  for (const [name, measure] of Object.entries(parts))
    if (isWanted(name)) figures.push(...(await measure(browser, place)));
} finally {
  await browser.close();
}
if (isWanted("lighthouse"))
  figures.push(...(await measureLighthouse(place, browserOptions.executablePath, browserOptions.args)));
process.stdout.write(JSON.stringify(figures));
