import type { Locator, Page } from "@playwright/test";
import type { Stint } from "@stint/sdk";
import type { guide } from "../../src/i18n/en/guide.ts";
import { rivalFiles } from "./rival-files.ts";

interface Scene {
  page: Page;
  main: Locator;
  /** Returns a text of the dashboard in the picture's language, by its path in the catalogue. */
  textAt: (path: string) => string;
  stint: Stint;
}

interface Part {
  path: string;
  /** The width of the window. Without it, the screen has its narrow layout, which the picture shows as a whole. */
  width?: number;
  /** Returns where the picture begins, after doing what it shows. */
  find: (scene: Scene) => Locator | Promise<Locator>;
}

const hourMs = 3_600_000;

/** The day that is `days` after the Friday before today, or before the previous one. */
function friday(which: "last" | "previous", days = 0): string {
  const date = new Date();
  const back = (date.getUTCDay() + 2) % 7 || 7;
  date.setUTCDate(date.getUTCDate() - back - (which === "last" ? 0 : 7) + days);
  return date.toISOString().slice(0, 10);
}

/** Presses the button with the text at `path`, and types into the first field of the dialog that opens. */
const dialogAfter =
  (path: string, typed: string) =>
  async ({ page, main, textAt }: Scene) => {
    await main.getByRole("button", { name: textAt(path), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").first().fill(typed);
    return dialog;
  };

const titled =
  (path: string) =>
  ({ main, textAt }: Scene) =>
    main.getByText(textAt(path), { exact: true }).first();

/** The parts of the screens that the pictures show, by the answer's key, in the order in which they are taken. */
export const findParts: Record<keyof typeof guide.topics, Part> = {
  "time-track": {
    path: "/time",
    async find({ page, textAt }) {
      const field = page.getByLabel(textAt("time.whatAreYouWorkingOn"));
      await field.pressSequentially("Checkout @onl");
      return field;
    },
  },
  "time-day": {
    path: "/time",
    async find({ page }) {
      await page.keyboard.press("n");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").first().fill('7-8:30 @"Online shop" Checkout\n45m @"Patient booking" #call');
      await dialog.getByRole("textbox").first().press("Home");
      return dialog;
    },
  },
  "time-correct": {
    path: "/time",
    async find({ main }) {
      const row = main.getByRole("row").nth(2);
      await row.getByRole("button").last().click();
      return row;
    },
  },
  "time-locked": {
    path: `/time?to=${friday("previous")}`,
    find: ({ page, main }) =>
      main
        .getByRole("row")
        .filter({ has: page.getByRole("img") })
        .first(),
  },
  "calendar-draw": {
    // A weekend, and a Monday with entries.
    path: `/calendar?view=3days&date=${friday("previous", 3)}`,
    async find({ page }) {
      const first = page.locator("[data-kind=entry]").first();
      const { x, y } = (await first.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x - 80, y + 20);
      await page.mouse.down();
      await page.mouse.move(x - 80, y + 90, { steps: 5 });
      return first;
    },
  },
  "calendar-others": {
    path: `/calendar?view=3days&date=${friday("last")}`,
    find: ({ page }) => page.getByText("Stand-up").first(),
  },
  "timesheet-fill": {
    path: `/timesheet?week=${friday("last")}`,
    width: 1180,
    async find({ page }) {
      const grid = page.getByRole("grid").first();
      await grid.getByRole("gridcell").nth(2).click();
      await page.keyboard.type("1:30");
      return grid;
    },
  },
  "timesheet-submit": { path: "/timesheet", find: titled("submissions.title") },
  "projects-new": { path: "/projects", find: dialogAfter("projects.new", "Homepage") },
  "projects-budget": {
    path: "/projects",
    async find({ main }) {
      await main.getByRole("link", { name: "Collection website" }).click();
      return main.getByText(/^\d+\s?%$/).first();
    },
  },
  "rates-set": { path: "/rates", find: ({ main }) => main.getByText("Wind park dashboard").first() },
  "tags-tidy": {
    path: "/tags",
    async find({ main, textAt }) {
      for (const at of [1, 2]) await main.getByRole("checkbox").nth(at).check();
      return main.getByRole("button", { name: textAt("tags.merge") });
    },
  },
  "reports-read": { path: "/reports?report=summary", find: titled("reports.kinds.summary") },
  "reports-share": {
    path: "/reports",
    async find({ page, main }) {
      await main.getByRole("button").last().click();
      return page.getByRole("menu");
    },
  },
  "billing-bill": { path: "/billing", find: ({ main }) => main.getByText("Harbour Books").first() },
  "team-invite": {
    path: "/team",
    find: dialogAfter("team.invite", "Nina Roth <nina@example.com>\noli@example.com"),
  },
  "team-roles": {
    path: "/team",
    async find({ page, main }) {
      await main.getByRole("row", { name: "Clara" }).getByRole("button").first().click();
      return page.getByRole("listbox").or(page.getByRole("menu"));
    },
  },
  "team-leads": { path: "/team?tab=teams", find: titled("team.newTeam") },
  "approvals-decide": {
    path: "/approvals",
    async find({ main }) {
      await main.getByRole("checkbox").first().check();
      // The bar with the buttons lies over the end of the list.
      return main.getByRole("checkbox").nth(-2);
    },
  },
  "imports-bring": {
    path: "/settings/import",
    async find({ page, main, textAt }) {
      for (const { name, text } of rivalFiles.slice(0, 1))
        await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
      return main.getByText(textAt("imports.totals"), { exact: true });
    },
  },
  "profile-adapt": { path: "/profile", find: titled("profile.preferences") },
  "time-forgot": {
    path: "/time",
    async find({ page, textAt, stint }) {
      const [project] = (await stint.projects.list({ q: "Studio", limit: 1 })).data;
      const [task] = (await stint.tasks.list(project?.id ?? "")).data;
      const startedAt = new Date(Date.now() - 13 * hourMs);
      await stint.timer.start({ projectId: project?.id ?? "", taskId: task?.id ?? "", startedAt });
      return page.getByRole("region", { name: textAt("entries.forgottenQuestion") });
    },
  },
  // Last, because it leaves the browser without a connection.
  "any-offline": {
    path: "/time",
    async find({ page, textAt }) {
      await page.keyboard.press("n");
      const field = page.getByRole("dialog").getByRole("textbox").first();
      await field.waitFor();
      await page.context().setOffline(true);
      await field.fill('7-8 @"Online shop" Checkout');
      await field.press("Control+Enter");
      return page.getByText(textAt("shell.offline"));
    },
  },
};
