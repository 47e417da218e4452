import { entriesOf, newEntry, rowOf } from "../data/entries.ts";
import { expect, open, test } from "../page/journey.ts";

test("copy time into a week that isn't loaded doubles it", async ({ page, person, context }) => {
  const { stint, project, taskId } = person;
  const at = (day: string) => ({ projectId: project.id, taskId, startedAt: `${day}T14:00:00Z`, durationSeconds: 3600, description: day });
  await stint.timeEntries.create(at("2026-03-03"));
  await stint.timeEntries.create(at("2026-03-10"));
  await stint.timeEntries.createBatch({ entries: Array.from({ length: 80 }, (_, i) => ({ ...at("2026-10-01"), startedAt: new Date(Date.parse("2026-10-01T00:00:00Z") + i * 3_600_000).toISOString() })) });
  await open(page, "/timesheet?week=2026-03-02");
  await page.waitForTimeout(2500);
  await context.setOffline(true);
  await page.getByRole("button", { name: /next week/i }).click();
  await page.waitForTimeout(1000);
  await page.getByRole("button", { name: "Copy last week" }).first().click();
  await page.getByRole("menuitem", { name: "Rows with time" }).first().click();
  await page.waitForTimeout(500);
  console.log("problem", await page.getByRole("alert").allTextContents());
  await context.setOffline(false);
  await page.waitForTimeout(4000);
  const all = []; for await (const e of stint.timeEntries.list({ userId: "me", to: "2026-04-01" })) all.push([e.description, e.startedAt, e.durationSeconds]);
  console.log("week", JSON.stringify(all));
});

test("split with conflict", async ({ page, person, context }) => {
  const { id } = await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await context.setOffline(true);
  await rowOf(page, "Review").focus();
  await page.keyboard.press("v");
  await page.waitForTimeout(500);
  console.log("dialog", await page.getByRole("dialog").allTextContents());
  await page.keyboard.press("Enter");
  await page.waitForTimeout(500);
  console.log("unsent", await page.getByText(/not sent yet/).allTextContents());
  await person.stint.timeEntries.update(id, { durationSeconds: 2700 });
  await context.setOffline(false);
  await page.waitForTimeout(4000);
  await page.getByRole("button", { name: "Use theirs" }).click();
  await page.waitForTimeout(1500);
  console.log("split", JSON.stringify((await entriesOf(person)).map((e) => [e.description, e.startedAt, e.durationSeconds])));
});
