import { readFile } from "node:fs/promises";
import { serveCalendar } from "../service/calendar-server.ts";
import { createProject, expect, invite, join, newBrowser, setUp, test, totalOf, typeDays } from "./way.ts";

/** The Monday of last week. */
const monday = Temporal.Now.plainDateISO("Europe/Berlin").subtract({ weeks: 1 });
const day = (after: number) =>
  monday
    .subtract({ days: monday.dayOfWeek - 1 })
    .add({ days: after })
    .toString();

const toggl = [
  "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags",
  `Olive Owner,olive@example.com,Acme,Old site,,First draft,Yes,2025-03-03,09:00:00,2025-03-03,10:30:00,01:30:00,`,
  `Olive Owner,olive@example.com,Acme,Old site,,Second draft,Yes,2025-03-04,09:00:00,2025-03-04,10:00:00,01:00:00,`,
].join("\n");

test("a freelancer's first week", async ({ browser, installation, page }) => {
  // Opens the link as soon as it is printed, while the dashboard is still being built.
  await setUp(page, await installation.start(/(http:\S+set-up#token=\S+)/), "Lantern");

  await test.step("tracks the first hour", async () => {
    await page.getByLabel("What are you working on?").fill("First words");
    await page.getByRole("button", { name: "Start timer" }).click();
    await page.getByRole("combobox", { name: "Find a project or task" }).fill("Website");
    await page.getByRole("option", { name: "Create the project “Website”" }).click();
    await page.getByRole("button", { name: "Stop timer" }).click();
    await expect(page.getByRole("row", { name: /First words/ })).toBeVisible();
    // The hour was only seconds, and would make the figures below depend on the clock.
    await page.getByRole("button", { name: "Actions for “First words”" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("row", { name: /First words/ })).toBeHidden();
  });

  await test.step("has a client and a rate", async () => {
    await createProject(page, { name: "Acme Shop", newClient: "Acme", rate: "95" });
    await typeDays(page, [
      `${day(0)} 9-12 @Acme Shop checkout icons`,
      `${day(0)} 13-15:15 @Website words`,
      `${day(1)} 9:30 45m @Acme Shop mail #support`,
      `${day(2)} 8-10 @Acme Shop review`,
    ]);
  });

  await test.step("fills in the timesheet", async () => {
    await page.goto(`/timesheet?week=${day(0)}`);
    const cell = page.getByRole("gridcell", { name: /^Acme Shop, .*Thursday/ });
    await expect(cell).toHaveAttribute("aria-readonly", "false");
    await cell.click();
    await page.keyboard.type("1:30");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row", { name: /^Total/ })).toContainText("9:30");
  });

  await test.step("adds an event of another calendar", async () => {
    const compact = day(4).replaceAll("-", "");
    const server = await serveCalendar([
      [
        "SUMMARY:Workshop",
        `DTSTART;TZID=Europe/Berlin:${compact}T140000`,
        `DTEND;TZID=Europe/Berlin:${compact}T160000`,
      ],
    ]);
    try {
      await page.goto(`/calendar?view=week&date=${day(4)}`);
      await page.getByRole("button", { name: "Other calendars" }).click();
      const calendars = page.getByRole("dialog", { name: "Other calendars" });
      await calendars.getByRole("button", { name: "Add calendar" }).click();
      const form = page.getByRole("dialog", { name: "Add calendar" });
      await form.getByLabel("Name").fill("Work");
      await form.getByLabel("Address").fill(`${server.address}/basic.ics`);
      await form.getByRole("button", { name: "Add calendar" }).click();
      await calendars.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: /^Event in your calendar: Workshop/ }).click();
      await expect(page.getByText(/Workshop added/)).toBeVisible();
    } finally {
      server.close();
    }
  });

  await test.step("imports the history", async () => {
    await page.goto("/settings/import");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    await (await chooser).setFiles({ name: "toggl.csv", mimeType: "text/csv", buffer: Buffer.from(toggl) });
    await page.getByRole("button", { name: "Import 2 time entries" }).click();
    await expect(page.getByText("No time was lost.")).toBeVisible();
  });

  await test.step("reads the report, and hands it on as a table", async () => {
    await expect(await totalOf(page)).toContainText("14:00");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download as CSV" }).click();
    expect(await readFile(await (await saving).path(), "utf8")).toMatch(/Total.*14/);
  });

  await test.step("bills the client", async () => {
    await page.goto("/billing");
    await page.getByRole("link", { name: "Bill Acme…" }).click();
    await page.getByRole("heading", { name: "Bill Acme", level: 1 }).waitFor();
    // The imported hours have been billed elsewhere, and have no rate here.
    await page.getByRole("button", { name: "Project: Any project" }).click();
    await page.getByRole("option", { name: "Acme Shop" }).click();
    await page.keyboard.press("Escape");
    await page.getByLabel("Reference").fill("2026-0001");
    await page.getByRole("button", { name: /^Bill €/ }).click();
    await expect(page.getByRole("heading", { name: "2026-0001" })).toBeVisible();
  });

  await test.step("lets a bookkeeper read", async () => {
    const bookkeeper = await newBrowser(browser, installation);
    const [link = ""] = await invite(page, ["ben@example.com"], "viewer");
    await join(bookkeeper, link, "Ben Bookkeeper");
    await expect(await totalOf(bookkeeper)).toContainText("14:00");
    await bookkeeper.context().close();
  });

  await test.step("finds everything after a restart", async () => {
    await installation.stop();
    await installation.start(/ready on (\S+)/);
    await expect(await totalOf(page)).toContainText("14:00");
    await installation.prove();
  });
});
