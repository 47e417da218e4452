import type { Page } from "@playwright/test";
import { day, newEntry, rowOf } from "../data/entries.ts";
import { asOwner, expect, open, type Person, test } from "../page/journey.ts";

const rows = (page: Page) => page.locator("[data-key][role=row]");

async function fill(person: Person): Promise<void> {
  await newEntry(person, "Call with Mara", { tags: ["sales"] });
  await newEntry(person, "Review", { at: `${day}T11:00:00Z`, billable: false });
  await newEntry(person, "Call with Jon", { at: "2025-06-02T11:00:00Z", tags: ["support"] });
}

test("search and filters restrict the list, are in the address and survive a reload", async ({ page, person }) => {
  await fill(person);
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search descriptions" })).toBeFocused();
  await page.keyboard.type("call");
  await expect(page).toHaveURL(/q=call/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("button", { name: "Tags: All tags" }).click();
  await page.getByRole("option", { name: "sales" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/tag=sales/);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rowOf(page, "Call with Mara")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Tags: sales" }).click();
  await page.getByRole("option", { name: "support" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/tag=sales&tag=support/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/time$/);
  await expect(rowOf(page, "Review")).toBeVisible();
});

test("a link with filters finds what is not on the device yet, by days of the person's zone", async ({
  page,
  person,
}) => {
  await fill(person);
  // 22:30 UTC on 2 June is half past midnight on 3 June in Berlin.
  await newEntry(person, "Night call", { at: "2025-06-02T22:30:00Z" });
  await open(page, "/time?from=2025-06-03&to=2025-06-03");
  await expect(rowOf(page, "Night call")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.goto("/time?billable=false");
  await expect(rowOf(page, "Review")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/time?projectId=${person.project.id}&q=jon`);
  await expect(rowOf(page, "Call with Jon")).toBeVisible();
  await page.goto("/time?q=nothing+of+this");
  await expect(page.getByText("No entries match these filters.")).toBeVisible();
});

test("an entry that is edited so that it no longer matches the filter leaves the list", async ({ page, person }) => {
  await fill(person);
  await open(page, "/time?q=call");
  await expect(rows(page)).toHaveCount(2);
  await rowOf(page, "Call with Mara").getByText("Call with Mara").click();
  await page.getByRole("combobox", { name: "Description", exact: true }).fill("Meeting");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(1);
});

test("other members' entries on a project are not among the person's", async ({ page, person, service }) => {
  const { project, taskId } = person;
  const at = { projectId: project.id, taskId, startedAt: `${day}T09:00:00Z`, durationSeconds: 60 };
  await asOwner(service).timeEntries.create({ ...at, description: "The owner's" });
  await newEntry(person, "Mine");
  await open(page, `/time?projectId=${project.id}`);
  await expect(rowOf(page, "Mine")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  // All rows are on the page, so Ctrl+F is the browser's.
  await expect(page.getByText("That’s all.")).toBeVisible();
  await page.evaluate(() => addEventListener("keydown", (event) => (document.title = `${event.defaultPrevented}`)));
  await page.keyboard.press("ControlOrMeta+f");
  expect(await page.title()).toBe("false");
});
