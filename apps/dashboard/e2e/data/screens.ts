import type { Page } from "@playwright/test";
import { signedOutScreens as declared } from "../../src/screens.ts";
import type { Person } from "../page/journey.ts";

export interface Screen {
  path: string;
  /** Returns the URL if it differs from `path`, for example because it contains an id. */
  address?: (person: Person) => Promise<string>;
  /** Resolves when the screen shows its content. */
  ready: (page: Page) => Promise<unknown>;
  /** Functions that open the screen's overlays, by name. */
  overlays?: Record<string, (page: Page, person: Person) => Promise<unknown>>;
  /** Functions that open further overlays, which accessible.e2e.ts skips because other journeys check them with axe. */
  dialogs?: Record<string, (page: Page, person: Person) => Promise<unknown>>;
}

const heading = (page: Page) => page.getByRole("main").getByRole("heading").first().waitFor();
const dialog = (page: Page) => page.getByRole("dialog").first().waitFor();
const menu = (page: Page) => page.getByRole("menu").waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const firstRow = (page: Page) => page.getByRole("row", { name: /Part 7/ });

/**
 * All screens of the member that `accessible.e2e.ts` signs in, who has entries and a running timer. Add an entry for
 * each new screen.
 */
export const screens: Screen[] = [
  {
    path: "/time",
    ready: (page) => firstRow(page).waitFor(),
    overlays: {
      "command palette": async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: /Search/ }).waitFor();
      },
      "typed day": async (page, { project }) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: /Search/ }).fill(`9-10 review @"${project.name}", 45m`);
        await page.getByRole("dialog").getByText("1:00").first().waitFor();
      },
      "entry to add": async (page) => {
        await button(page, "Add entry").click();
        await page.getByLabel("What did you work on?").waitFor();
      },
      "day to add": async (page, { project }) => {
        await button(page, "Add entry").click();
        await page
          .getByLabel("What did you work on?")
          .fill(`9-10 review @"${project.name}"\n45m call\nwords\n1h @"${project.name.slice(0, 9)}`);
        await page.getByRole("dialog").getByText("1:00").first().waitFor();
      },
      "keyboard shortcuts": async (page) => {
        await page.keyboard.press("?");
        await dialog(page);
      },
      "account menu": async (page) => {
        await button(page, /^(Organization:|More$)/).click();
        await menu(page);
      },
      "timer menu": async (page) => {
        await button(page, "Timer actions").click();
        await menu(page);
      },
    },
  },
  {
    path: "/time?to=2199-01-01",
    ready: (page) => firstRow(page).waitFor(),
    overlays: {
      "calendar of a date": async (page) => {
        await button(page, "Open calendar").click();
        await page.getByRole("grid", { name: /\d{4}/ }).waitFor();
      },
      "project picker": async (page) => {
        await button(page, /^Project:/).click();
        await page.getByPlaceholder("Find a project or task").waitFor();
      },
      "tag picker": async (page) => {
        await button(page, /^Tags:/).click();
        await page.getByPlaceholder("Find or add a tag").waitFor();
      },
      "earlier descriptions": async (page) => {
        await page.getByLabel("What are you working on?").fill("Part");
        await page.getByRole("option", { name: /^Part/ }).first().waitFor();
      },
    },
  },
  {
    path: "/time?from=2020-01-01",
    ready: (page) => firstRow(page).waitFor(),
    overlays: {
      "entry editor": async (page) => {
        await firstRow(page).getByText("Part 7").click();
        await page.getByRole("combobox", { name: "Description", exact: true }).waitFor();
      },
      "entry menu": async (page) => {
        await button(page, "Actions for “Part 7”").click();
        await menu(page);
      },
    },
  },
  {
    path: "/time?from=2020-01-01&to=2199-01-01",
    ready: (page) => firstRow(page).waitFor(),
    overlays: {
      split: async (page) => {
        await firstRow(page).focus();
        await page.keyboard.press("v");
        await page.getByRole("textbox", { name: "Split at" }).waitFor();
      },
      history: async (page) => {
        await firstRow(page).focus();
        await page.keyboard.press("h");
        await page.getByText("Created").waitFor();
      },
      "copy to another day": async (page) => {
        await firstRow(page).focus();
        await page.keyboard.press("y");
        await dialog(page);
      },
      "menu of a day": async (page) => {
        await button(page, /^Actions for “(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/).click();
        await menu(page);
      },
      selection: async (page) => {
        await firstRow(page).focus();
        await page.keyboard.press("x");
        await page.getByRole("toolbar").waitFor();
      },
      "copy as API call": async (page) => {
        await button(page, "More actions").click();
        await menu(page);
      },
      undo: async (page) => {
        await firstRow(page).focus();
        await page.keyboard.press("Delete");
        await button(page, "Undo").waitFor();
      },
    },
  },
  { path: "/time?q=nothing+of+this", ready: (page) => page.getByText("No entries match").waitFor() },
  {
    path: "/calendar",
    ready: (page) => page.locator("[data-kind=entry]").first().waitFor(),
    overlays: {
      entry: async (page) => {
        await page.locator("[data-kind=entry]").first().press("Enter");
        await dialog(page);
      },
    },
  },
  { path: "/calendar?view=day", ready: heading },
  { path: "/calendar?view=3days", ready: heading },
  {
    path: "/timesheet",
    ready: (page) => page.getByRole("button", { name: /^Add a row/ }).waitFor(),
    overlays: {
      "comments of a cell": async (page) => {
        // With large text, even a wide window has the narrow layout.
        const narrow = button(page, /^Entries and comments/);
        const cell = page.getByRole("gridcell", { name: /entr(y|ies)/ }).first();
        await narrow.or(cell).first().waitFor();
        if (await narrow.isVisible()) await narrow.click();
        else {
          await cell.click();
          await page.keyboard.press("Shift+F2");
        }
        await dialog(page);
      },
      "row to add": async (page) => {
        await button(page, /^Add a row/).click();
        await page.getByRole("combobox", { name: "Find a project or task" }).waitFor();
      },
      "copy last week": async (page) => {
        await button(page, "Copy last week").click();
        await menu(page);
      },
    },
  },
  {
    path: "/profile",
    ready: (page) => page.getByText("This session", { exact: true }).waitFor(),
    overlays: {
      "second factor": async (page) => {
        await button(page, "Turn on").click();
        await page.getByRole("img", { name: "QR code with the setup key" }).waitFor();
      },
      "time zones": async (page) => {
        await page.getByRole("combobox", { name: "Time zone" }).click();
        await page.getByRole("option", { name: "UTC" }).waitFor();
      },
      "calendar feed": async (page) => {
        await button(page, "Create feed").click();
        await dialog(page);
      },
      "question before leaving": async (page) => {
        await button(page, "Leave the organization").click();
        await dialog(page);
      },
    },
  },
  // No screen has this URL.
  { path: "/team/nothing/here", ready: heading },
];

/** The screens for signed-out people. */
export const signedOutScreens: Screen[] = declared
  .filter(({ isBare }) => isBare !== true)
  .map(({ path }) => ({
    path,
    async ready(page) {
      await page.getByRole("main").waitFor();
      await page.waitForLoadState("networkidle");
    },
  }));
