// Prints figures of the dashboard as JSON, for `npm run bench -- dashboard`. Arguments: the address of a service that is not
// set up, the token of its set-up link, and how often each figure is taken.
import { chromium } from "@playwright/test";
import { Stint } from "@stint/sdk";
import { measureHour } from "./figures-hour.ts";
import { measureInteractions } from "./figures-interactions.ts";
import { measureLighthouse } from "./figures-lighthouse.ts";
import { measureLoad } from "./figures-load.ts";

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
  /** Of the owner's session. */
  cookie: string;
  projectName: string;
}

const [url = "", token = "", rounds = "3"] = process.argv.slice(2);
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
const entryCount = 10_000;
const batchSize = 500;

async function setUp(): Promise<Place> {
  let cookie = "";
  const stint = new Stint({
    baseUrl: url,
    headers: { "sec-fetch-site": "same-origin" },
    onRequest: ({ headers }) => void (cookie !== "" && headers.set("cookie", cookie)),
    onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
  });
  const owner = { name: "Olive Owner", email: "owner@example.com", password: "lantern orbit sparrow" };
  await stint.auth.setUp({ ...owner, organizationName: "Lantern", timeZone: "Europe/Berlin", token });
  const places: { projectId: string; taskId: string }[] = [];
  for (let at = 0; at < 20; at++) {
    const project = await stint.projects.create({ name: `Project ${at}` });
    const task = await stint.tasks.create(project.id, { name: "Build" });
    places.push({ projectId: project.id, taskId: task.id });
  }
  // Eight entries of 50 minutes on each day until now.
  const dayMs = 86_400_000;
  const firstDay = Date.now() - (entryCount / 8) * dayMs;
  for (let from = 0; from < entryCount; from += batchSize) {
    const entries = Array.from({ length: batchSize }, (_, offset) => {
      const at = from + offset;
      const startedAt = new Date(firstDay + Math.floor(at / 8) * dayMs + (at % 8) * 3_600_000);
      const place = places[at % places.length] ?? { projectId: "", taskId: "" };
      return { ...place, startedAt, durationSeconds: 3000, description: `Ticket ${1000 + (at % 500)}`, tags: [] };
    });
    await stint.timeEntries.createBatch({ entries });
  }
  return { url, cookie, projectName: "Project 3" };
}

const place = await setUp();
const browser = await chromium.launch({ executablePath, args: flags });
const figures: Figure[] = [];
try {
  figures.push(...(await measureLoad(browser, place, Number(rounds))));
  figures.push(...(await measureInteractions(browser, place, Number(rounds))));
  figures.push(...(await measureHour(browser, place)));
} finally {
  await browser.close();
}
figures.push(...(await measureLighthouse(place, executablePath, flags)));
process.stdout.write(JSON.stringify(figures));
