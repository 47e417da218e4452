import type { Page } from "@playwright/test";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";
import { serveCalendar } from "../service/calendar-server.ts";

/** The Monday of last week. Close to today, because the server reads only events around now. */
const monday = new Date(Date.now() - (7 + ((new Date().getUTCDay() + 6) % 7)) * 86_400_000);
const dayAfter = (days: number) => new Date(monday.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const compact = (days: number) => dayAfter(days).replaceAll("-", "");
const week = `/calendar?view=week&date=${dayAfter(1)}`;
const panel = (page: Page) => page.getByRole("dialog", { name: "Other calendars" });
const event = (page: Page, title: string) =>
  page.getByRole("button", { name: new RegExp(`^Event in your calendar: ${title}`) });

test("events of another calendar become entries with one press, and stay private suggestions until then", async ({
  page,
  person,
  hasTouch,
}) => {
  const server = await serveCalendar([
    [
      "SUMMARY:Stand-up",
      `DTSTART;TZID=Europe/Berlin:${compact(0)}T090000`,
      "DURATION:PT30M",
      "RRULE:FREQ=DAILY;COUNT=3",
    ],
    ["SUMMARY:Trade fair", `DTSTART;VALUE=DATE:${compact(1)}`, `DTEND;VALUE=DATE:${compact(3)}`],
  ]);
  try {
    await person.stint.timeEntries.create({
      projectId: person.project.id,
      taskId: person.taskId,
      startedAt: new Date(`${dayAfter(0)}T13:00:00Z`),
      durationSeconds: 3600,
      description: "Stand-up",
      tags: ["team"],
    });
    await open(page, week);
    await page.getByRole("button", { name: "Other calendars" }).click();
    await panel(page).getByRole("button", { name: "Add calendar" }).click();
    const form = page.getByRole("dialog", { name: "Add calendar" });
    await form.getByLabel("Name").fill("Work");
    await page.keyboard.press("Escape");
    await panel(page).getByRole("button", { name: "Add calendar" }).click();
    await expect(form.getByLabel("Name")).toHaveValue("Work");
    await expect(form.getByText("You typed this before.")).toBeVisible();
    await form.getByLabel("Address").fill(`${server.address}/calendar`);
    await form.getByRole("button", { name: "Add calendar" }).click();
    await expect(form.getByText(/cannot be read: it leads to a private network address/)).toBeVisible();
    await form.getByLabel("Address").fill(`${server.address}/basic.ics`);
    await form.getByRole("button", { name: "Add calendar" }).click();
    await expect(panel(page).getByText(/^127\.0\.0\.1:\d+ · last read/)).toBeVisible();
    await expectAccessible(page, "subscribed calendars");

    await panel(page).getByRole("button", { name: "Close" }).click();
    await expect(event(page, "Stand-up")).toHaveCount(3);
    await expect(page.getByText("Trade fair")).toHaveCount(2);
    await expectAccessible(page, "the calendar with events");
    await event(page, "Stand-up").first().click();
    await expect(page.getByText(/Stand-up added: Monday.*9:00.* to (9:30|09:30)/)).toBeVisible();
    await expect(event(page, "Stand-up")).toHaveCount(2);
    const made = async () => (await person.stint.timeEntries.list({ source: ["calendar"] })).data;
    await expect.poll(async () => (await made()).length).toBe(1);
    expect(await made()).toMatchObject([
      {
        description: "Stand-up",
        durationSeconds: 1800,
        projectId: person.project.id,
        tags: ["team"],
      },
    ]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(event(page, "Stand-up")).toHaveCount(3);

    if (!hasTouch) {
      await event(page, "Stand-up").last().focus();
      await page.keyboard.press("Delete");
      await expect(page.getByText(/This is an event in your calendar/)).toBeAttached();
      await page.keyboard.press("Enter");
      await expect(event(page, "Stand-up")).toHaveCount(2);
      await expect(page.locator("[data-block]:focus")).toHaveText(/^Stand-up, /);
    }

    await page.getByRole("button", { name: "Other calendars" }).click();
    await panel(page).getByRole("button", { name: "Remove Work" }).click();
    await page
      .getByRole("dialog", { name: "Remove the calendar Work?" })
      .getByRole("button", { name: "Remove" })
      .click();
    await expect(panel(page).getByText("You haven’t added any calendars yet.")).toBeVisible();
    await panel(page).getByRole("button", { name: "Close" }).click();
    await expect(event(page, "Stand-up")).toHaveCount(0);
  } finally {
    server.close();
  }
});
