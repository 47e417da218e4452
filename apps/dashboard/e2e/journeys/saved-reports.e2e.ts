import { newEntry } from "../data/entries.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("saves a report, opens, changes, renames, shares and deletes it, and undoes that", async ({ page, person }) => {
    const read = async () => (await person.stint.savedReports.list()).data;
    await newEntry(person, "Sketch", { minutes: 90 });
    await open(page, "/reports?from=2026-03-01&to=2026-03-31&groupBy=user");
    await page.getByRole("button", { name: "Save…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    // Nothing was changed, so nothing is kept.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save…" }).click();
    await expect(page.getByText("You typed this before.")).toHaveCount(0);
    await page.getByRole("dialog").getByLabel("Name").fill("March by person");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "March by person", level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/saved=report_/);
    await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
    await page.getByRole("button", { name: "Group by: Person" }).click();
    await page.getByLabel("Then by").selectOption("task");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await read())[0]?.query.groupBy).toEqual(["user", "task"]);
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page).toHaveURL(/\/reports$/);
    // The usual periods are one press away, here and in a report.
    await page.getByRole("link", { name: "Last week" }).click();
    const usual = page.getByRole("group", { name: "Period" });
    await expect(usual.getByRole("button", { pressed: true })).toHaveText("Last week");
    await usual.getByRole("button", { name: "This month" }).click();
    await expect(page).toHaveURL(/\/reports\?period=thisMonth$/);
    await page.getByRole("link", { name: "Overview" }).click();
    const list = page.getByRole("list", { name: "Saved reports" });
    await expect(list).toContainText(/1:30 tracked.*Custom dates.*only you/);
    await page.getByRole("button", { name: "Actions for “March by person”" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("March");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(list.getByRole("link", { name: "March", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Actions for “March”" }).click();
    await page.getByRole("menuitem", { name: "Share with everyone" }).click();
    await expect(list.getByText("shared", { exact: true })).toBeVisible();
    await expect.poll(async () => (await read())[0]).toMatchObject({ name: "March", shared: true });
    await expectAccessibleAndNarrow(page, "/reports, with a saved report");
    await page.getByRole("button", { name: "Actions for “March”" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No saved reports yet.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(list.getByRole("link", { name: "March", exact: true })).toBeVisible();
    await list.getByRole("link", { name: "March", exact: true }).click();
    await expect(page.getByRole("region", { name: "Total", exact: true })).toContainText("1:30");
  });

  test("publishes a report by a link, which shows what was chosen until it is revoked", async ({
    page,
    person,
    browser,
  }) => {
    const { stint, project, name } = person;
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
    await newEntry(person, "Secret plan", { minutes: 90 });
    const query = { report: "summary", from: "2026-03-01", to: "2026-03-31", groupBy: ["project", "user"] } as const;
    const report = await stint.savedReports.create({ name: "For Acme", query });
    await open(page, "/reports/saved");
    await page.getByRole("button", { name: "Actions for “For Acme”" }).click();
    await page.getByRole("menuitem", { name: "Links for clients…" }).click();
    await expect(page.getByText("No links to this report yet.")).toBeVisible();
    await page.getByRole("button", { name: "New link" }).click();
    await page.getByLabel("Page title").fill("Hours for Acme");
    await expectAccessible(page, "a new link");
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByRole("dialog", { name: "Your new link" }).getByText("/shared/").innerText();
    await page.getByLabel("I’ve saved it").check();
    await page.getByRole("button", { name: "Done" }).click();

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(new URL(link).pathname);
    await expect(visitor.getByRole("heading", { name: "Hours for Acme", level: 1 })).toBeVisible();
    await expect(visitor.getByRole("region", { name: "Total", exact: true })).toContainText("1:30");
    await expect(visitor.getByRole("rowheader", { name: project.name })).toBeVisible();
    await expect(visitor.getByRole("rowheader", { name: "Person 1" })).toBeVisible();
    for (const hidden of [name, "Secret plan", "€"]) await expect(visitor.getByText(hidden)).toHaveCount(0);
    await expect(visitor.getByRole("navigation")).toHaveCount(0);
    await expectAccessibleAndNarrow(visitor, "/shared/{token}");
    await expect.poll(async () => (await stint.savedReports.listReportLinks(report.id)).data[0]?.opens).toBe(1);

    await page.getByRole("button", { name: "Revoke the link “Hours for Acme”" }).click();
    await expect(page.getByText("No links to this report yet.")).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: /This link has expired/ })).toBeVisible();
    await visitor.context().close();
  });

  test("publishes names, amounts and descriptions if selected, with the time as bars", async ({
    page,
    person,
    browser,
  }) => {
    const { stint, project, name } = person;
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
    await newEntry(person, "Sketch of the hall", { minutes: 90 });
    await newEntry(person, "Model", { at: "2026-03-04T09:00:00Z", minutes: 60 });
    const days = { from: "2026-03-01", to: "2026-03-31" } as const;
    const byUser = await stint.savedReports.create({
      name: "By person",
      query: { report: "summary", ...days, groupBy: ["user", "date"] },
    });
    const entries = await stint.savedReports.create({ name: "Entries", query: { report: "detailed", ...days } });
    await open(page, "/reports/saved");
    const links: string[] = [];
    for (const each of [byUser, entries]) {
      await page.getByRole("button", { name: `Actions for “${each.name}”` }).click();
      await page.getByRole("menuitem", { name: "Links for clients…" }).click();
      await page.getByRole("button", { name: "New link" }).click();
      for (const shown of [/^Names of people/, /^Amounts and money budgets/, /^Descriptions and tags/])
        await page.getByLabel(shown).check();
      await page.getByRole("button", { name: "Create link" }).click();
      links.push(await page.getByRole("dialog", { name: "Your new link" }).getByText("/shared/").innerText());
      await page.getByLabel("I’ve saved it").check();
      await page.getByRole("button", { name: "Done" }).click();
      await page.keyboard.press("Escape");
    }

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(new URL(links[0] ?? "").pathname);
    await expect(visitor.getByRole("rowheader", { name })).toBeVisible();
    await expect(visitor.getByRole("region", { name: "Total", exact: true })).toContainText("€225.00");
    // Two bars, because the report is grouped by person and day, and the person worked on two days.
    await expect(
      visitor.getByRole("region", { name: "Time by date and person" }).locator("[data-bar] > i"),
    ).toHaveCount(2);
    await visitor.getByText("As a table").click();
    await expect(
      visitor
        .getByRole("table")
        .first()
        .getByRole("row", { name: /March 4|4 Mar|Mar 4/ }),
    ).toContainText("1:00");
    await expectAccessibleAndNarrow(visitor, "/shared/{token} with a chart");

    await visitor.goto(new URL(links[1] ?? "").pathname);
    const row = visitor.getByRole("row", { name: /Sketch of the hall/ });
    await expect(row).toContainText(project.name);
    await expect(row).toContainText(name);
    await expect(row).toContainText("€135.00");
    await visitor.context().close();
  });

  test("opens a report on part of a day with the whole day, and keeps its range", async ({ page, person }) => {
    const { stint } = person;
    const range = { from: "2025-03-04T10:00:00Z", to: "2025-03-04T12:00:00Z", tz: "UTC" } as const;
    await stint.savedReports.create({ name: "Late morning", query: { report: "summary", ...range } });
    await newEntry(person, "Model", { at: "2025-03-04T09:00:00Z", minutes: 60 });
    await open(page, "/reports/saved");
    await page.getByRole("link", { name: "Late morning" }).click();
    await expect(page).toHaveURL(/from=2025-03-04&to=2025-03-04&tz=UTC$/);
    await expect(page.getByRole("region", { name: "Total", exact: true })).toContainText("1:00");
    const note = page.getByText("This saved report begins or ends partway through a day.");
    await expect(note).toBeVisible();
    await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
    await page.getByRole("button", { name: "Group by: Project" }).click();
    await page.getByLabel("Then by").selectOption("task");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save changes" }).click();
    const read = async () => (await stint.savedReports.list()).data[0]?.query;
    await expect.poll(read).toEqual({ report: "summary", ...range, groupBy: ["project", "task"] });
    await page.getByRole("button", { name: "Next period" }).click();
    await expect(note).toBeHidden();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(read).toMatchObject({ from: "2025-03-05", to: "2025-03-05" });
  });

  test("publishes a report whose range ends at an instant with its last day", async ({ page, person }) => {
    const { stint } = person;
    const range = { from: "2025-03-01T00:00:00Z", to: "2025-04-01T00:00:00Z", tz: "UTC" } as const;
    const report = await stint.savedReports.create({ name: "March", query: { report: "summary", ...range } });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { token } = await stint.savedReports.createReportLink(report.id, { expiresAt });
    await page.goto(`/shared/${token}`);
    await expect(page.getByText("March 1, 2025 – March 31, 2025").first()).toBeVisible();
  });
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("can read reports, but not save, share or publish them, and sees no costs", async ({ page, managing }) => {
    const shared = await managing.savedReports.create({ name: "Margins", shared: true, query: { report: "costs" } });
    await open(page, "/reports");
    await expect(page.getByRole("listitem").filter({ hasText: "Margins" })).toContainText("can see costs");
    await managing.savedReports.delete(shared.id);
    await page.getByRole("link", { name: "This month" }).click();
    await expect(page.getByRole("navigation", { name: "Reports by kind" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save…" })).toHaveCount(0);
  });
});
