import { randomBytes } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { foundOrganization } from "../data/found-organization.ts";
import type { Figure, Place } from "./figures.ts";
import { newContext, settle } from "./figures-page.ts";
import { openSession } from "./open-session.ts";
import { type Durations, recordEvents, timeActions, worstOf } from "./figures-timing.ts";

const people = 1000;
const months = 12;

const selection = (page: Page) => page.getByRole("toolbar", { name: "Selected timesheets" });
const cellsOf = (page: Page, name: string) => page.getByRole("gridcell", { name: new RegExp(`^${name}`) });
const focusIn = (page: Page, row: number) => page.locator(`[data-row="${row}"]:focus`).waitFor();
const showing = (page: Page, name: RegExp) => page.getByRole("button", { name });
const search = (page: Page) => page.getByRole("searchbox");

/** The actions of an approver with 12,000 timesheets. Each action starts from the state after the previous one. */
const actionsOf = (round: number): Record<string, (page: Page) => Promise<unknown>> => ({
  "go to a cell": (page) => cellsOf(page, "Member 0003").last().focus(),
  "arrow keys": async (page) => {
    for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key, { delay: 50 });
  },
  "turn the page": (page) => page.keyboard.press("PageDown"),
  "to the end": async (page) => {
    await page.keyboard.press("Control+End");
    await focusIn(page, people);
  },
  "to the beginning": async (page) => {
    await page.keyboard.press("Control+Home");
    await focusIn(page, 0);
  },
  "select one": async (page) => {
    await page.keyboard.press("Space");
    await selection(page).waitFor();
  },
  "select a range": (page) => page.keyboard.press("Shift+PageDown"),
  "select a period": (page) =>
    page
      .getByRole("checkbox", { name: /^Select all/ })
      .first()
      .click(),
  "select everything": async (page) => {
    await page.keyboard.press("Control+a");
    await selection(page)
      .getByText(/1\d,\d{3} timesheets selected/)
      .waitFor();
  },
  "clear the selection": async (page) => {
    await page.keyboard.press("Escape");
    await selection(page).waitFor({ state: "detached" });
  },
  "open a timesheet": async (page) => {
    await cellsOf(page, "Member 0005").last().click();
    await page.getByRole("link", { name: "Back to approvals" }).waitFor();
  },
  "go back": async (page) => {
    await page.getByRole("link", { name: "Back to approvals" }).click();
    await page.getByRole("gridcell").first().waitFor();
  },
  "show what is to decide": (page) => showing(page, /^Pending/).click(),
  "show what is not submitted": (page) => showing(page, /^Not submitted/).click(),
  "show all": (page) => showing(page, /^All/).click(),
  "find people": async (page) => {
    await search(page).click();
    // Searches for people at the end of the list, because later rounds need submitted timesheets in the first rows.
    const name = `Member 0${9 - round}`;
    await page.keyboard.type(name, { delay: 50 });
    await page.locator(`[role=grid][aria-rowcount="101"]`).waitFor();
  },
  "select their period": (page) =>
    page
      .getByRole("checkbox", { name: /^Select all/ })
      .first()
      .click(),
  "approve a hundred": async (page) => {
    await selection(page)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await selection(page).waitFor({ state: "detached" });
  },
  "find everybody": (page) => search(page).fill(""),
});

/** Measures the slowest interactions on `/approvals` with 1,000 people and 12 months, using the Event Timing API. */
export async function measureApprovals(browser: Browser, { url, dataDir }: Place, rounds: number): Promise<Figure[]> {
  const { cookie, from } = await fillApprovals({ url, dataDir });
  const context = await newContext(browser, { url, cookie });
  const page = await context.newPage();
  await recordEvents(page);
  await page.goto(`/approvals?from=${from}`);
  await page.getByRole("gridcell").first().waitFor();
  const durations: Durations = new Map();
  for (let round = 0; round < Math.min(rounds, 9); round++)
    await timeActions(page, durations, actionsOf(round), (act) => act(page));
  await settle(page);
  const cells = await page.getByRole("gridcell").count();
  await context.close();
  return [
    worstOf(durations, "worst interaction on /approvals", 100),
    { name: "its cells, of 12,000", value: cells, unit: "", atMost: 600, note: "" },
  ];
}

/** Creates an organization of 1,000 people who have submitted their last twelve months. */
async function fillApprovals({ url, dataDir }: Pick<Place, "url" | "dataDir">) {
  const word = randomBytes(5).toString("hex");
  const credentials = { email: `${word}@example.com`, password: `copper meadow ${word}` };
  const organization = { name: "Large", ownerEmail: credentials.email, ownerName: "Zoe Owner", members: people };
  const link = await foundOrganization({ url, dataDir, ownerCookie: "" }, organization);
  const { stint, cookie } = openSession(url);
  const token = /token=(\S+)/.exec(link)?.[1] ?? "";
  await stint.auth.resetPassword({ token, password: credentials.password });
  await stint.auth.signIn(credentials);
  const month = Temporal.Now.plainDateISO("UTC").with({ day: 1 });
  const from = month.subtract({ months }).toString();
  await stint.organization.update({ approvals: { period: "month", from } });
  const { data } = await stint.timesheets.grid({ from });
  const past = data.flatMap(({ timesheets }) =>
    timesheets.filter(({ periodEnd }) => periodEnd < month.toString()).map(({ id }) => ({ id })),
  );
  if (past.length !== people * months) throw new Error(`${past.length} timesheets are to be submitted`);
  for (let at = 0; at < past.length; at += 500)
    await stint.timesheets.submitBatch({ timesheets: past.slice(at, at + 500) });
  return { cookie: cookie(), from };
}
