import { newEntry, planForThisWeek } from "../data/entries.ts";
import { invite } from "../data/join.ts";
import { expectAccessible, expectAccessibleAndNarrow, onPaper } from "../page/expect-accessible.ts";
import { asProvedOwner, expect, open, test } from "../page/journey.ts";

const baseUrl = process.env["E2E_URL"] ?? "";
const shared = {
  url: baseUrl,
  ownerCookie: process.env["E2E_OWNER_COOKIE"] ?? "",
  dataDir: process.env["E2E_DATA_DIR"] ?? "",
};

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("sees who is tracking time as it happens, and the hours of the week", async ({ page, person }) => {
    const { stint: colleague, userId } = await invite(person.stint, "Carla");
    const { project, taskId } = person;
    await open(page, "/team");
    await expect(page.getByText("Nobody is tracking time right now.")).toBeVisible();
    await colleague.timer.start({ projectId: project.id, taskId, description: "Sketches" });
    const member = page.getByRole("table", { name: "Members" }).getByRole("row").filter({ hasText: "Carla" });
    await expect(member).toContainText("Sketches");
    await expect(page.getByText("2 people · 1 tracking now")).toBeVisible();
    await colleague.timer.stop();
    await expect(page.getByText("Nobody is tracking time right now.")).toBeVisible();
    await expect(member).toContainText("today");
    const entry = { projectId: project.id, taskId };
    // This week is whole on every screen: planned time counts too, but isn't the time tracked last.
    const planned = await planForThisWeek(colleague, entry);
    await expect(member).toContainText("2:00");
    await expect(member).toContainText("today");
    await open(page, `/team/${userId}`);
    const sumOf = (term: string) => page.locator("dl > div").filter({ hasText: term }).locator("dd");
    await expect(sumOf("This week")).toHaveText("2:00");
    await colleague.timeEntries.delete(planned.id);
    await expect(sumOf("This week")).toHaveText("0:00");
    await colleague.timeEntries.createBatch({
      entries: [
        { ...entry, startedAt: "2026-03-02T15:00:00Z", durationSeconds: 5400 },
        { ...entry, startedAt: "2026-03-03T15:00:00Z", durationSeconds: 3600 },
      ],
    });
    await page.goto("/team?week=2026-03-02");
    const row = page.getByRole("row").filter({ hasText: "Carla" });
    await expect(row).toContainText("2:30");
    const sums = page.getByRole("row", { name: /^Total/ }).getByRole("cell");
    const daySums = ["1:30", "1:00", "0:00", "0:00", "0:00", "0:00", "0:00", "2:30"];
    const { width = 0 } = page.viewportSize() ?? {};
    // Narrow screens don't show the days.
    if (width > 860) await expect(sums).toHaveText(daySums);
    await onPaper(page, () => expect(sums).toHaveText(daySums));
    await row.getByRole("link", { name: "Carla" }).click();
    await expect(page.getByRole("heading", { name: "Carla", level: 1 })).toBeVisible();
    await expect(page.getByRole("list", { name: "Time entries" }).getByRole("listitem")).toHaveCount(3);
    // The year can be read day by day with the keyboard.
    const days = page.getByRole("grid", { name: "Time by day" });
    const second = days.getByRole("gridcell", { name: /, 1:30$/ });
    await second.focus();
    await expect(page.getByRole("region", { name: "Year at a glance" })).toContainText(/2.* 1:30/);
    await page.keyboard.press("ArrowDown");
    await expect(days.getByRole("gridcell", { name: /, 1:00$/ })).toBeFocused();
    await page.getByRole("button", { name: "Earlier year" }).click();
    await expect(page.getByRole("region", { name: "Year at a glance" })).not.toContainText("no time");
    await page.getByRole("button", { name: "Last 12 months" }).click();
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await expect(page.getByRole("table", { name: "Time by day" }).getByRole("row").last()).toContainText("1:30");
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await expectAccessibleAndNarrow(page, "/team/{userId}");
    await days.getByRole("gridcell", { name: /, 1:00$/ }).press("Enter");
    await expect(page).toHaveURL(/report=detailed&from=2026-03-03&to=2026-03-03&userId=user_/);
  });
});

test.describe("an owner of teams", () => {
  test.use({ isAlone: true });

  test("makes a team with a lead, changes it, deletes it and undoes that", async ({ page, person }) => {
    const [member, lead] = [await invite(person.stint, "Erik"), await invite(person.stint, "Lea")];
    const read = async () => (await person.stint.teams.list()).data;
    await open(page, "/team?tab=teams");
    await page.getByRole("button", { name: "New team" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Design");
    for (const [group, name] of [
      ["Members", "Erik"],
      ["Leads", "Lea"],
    ] as const) {
      const field = dialog.getByRole("group", { name: group }).getByRole("combobox", { name: "Add a person" });
      // Escape closes only the list, even if it says that nothing was found.
      await field.fill("nobody");
      await dialog.getByText("Nothing found").waitFor();
      await field.press("Escape");
      await expect(dialog.getByText("Nothing found")).toBeHidden();
      await field.fill(name.slice(0, 2));
      await dialog.getByRole("option", { name }).waitFor();
      await field.press("Enter");
      await expect(dialog.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
    }
    await expectAccessible(page, "a new team");
    await dialog.getByRole("button", { name: "Create team" }).click();
    const teams = page.getByRole("list", { name: "Teams" });
    await expect(teams.getByRole("listitem")).toContainText(["DesignErikLed by Lea"]);
    expect(await read()).toMatchObject([{ memberIds: [member.userId], leadIds: [lead.userId], showsMoney: false }]);

    await page.getByRole("button", { name: "Actions for “Design”" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog.getByLabel("Let leads see rates and amounts").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(teams.getByText("leads see amounts")).toBeVisible();
    await page.getByRole("button", { name: "Actions for “Design”" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(/No teams yet/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(teams.getByText("Design")).toBeVisible();
    expect(await read()).toMatchObject([{ memberIds: [member.userId], leadIds: [lead.userId], showsMoney: true }]);
    await expectAccessibleAndNarrow(page, "/team?tab=teams");
    // The table shows the teams, and finds people by them.
    await page.getByRole("link", { name: "Members" }).click();
    await page.getByRole("searchbox", { name: "Name, address, role or team" }).fill("design");
    const rows = page.getByRole("table", { name: "Members" }).getByRole("row");
    await expect(rows.filter({ hasText: "Lea" })).toHaveCount(0);
    await expect(rows.filter({ hasText: "Erik" })).toContainText("Design");
    await page.getByLabel("Sort").selectOption("By role");
    await expect(page).toHaveURL(/\?q=design&sort=role$/);
    await expectAccessibleAndNarrow(page, "/team");
  });
});

test.describe("a lead", () => {
  test.use({ role: "member" });

  test("sees and corrects the time of a member of the team, and no other's", async ({ page, person }) => {
    const owner = await asProvedOwner(shared);
    const [member, outsider] = [await invite(owner, "Mira"), await invite(owner, "Otto")];
    const { user } = await person.stint.me.get();
    const memberIds = [user.id, member.userId, outsider.userId];
    await owner.projects.update(person.project.id, { memberIds });
    const place = { projectId: person.project.id, taskId: person.taskId, startedAt: "2026-03-02T15:00:00Z" };
    const made = await member.stint.timeEntries.create({ ...place, durationSeconds: 5400, description: "Sketches" });
    const foreign = await outsider.stint.timeEntries.create({ ...place, durationSeconds: 60 });
    const team = await owner.teams.create({
      name: "Design",
      memberIds: [member.userId],
      leadIds: [user.id],
      showsMoney: true,
    });
    await newEntry(person, "Alone", { minutes: 30 });

    await open(page, "/team?week=2026-03-02");
    const teams = page.getByRole("list", { name: "Teams" });
    await expect(teams.getByRole("listitem")).toContainText(["Design"]);
    await expect(page.getByRole("button", { name: /New team|Actions for/ })).toHaveCount(0);
    const row = page.getByRole("row").filter({ hasText: "Mira" });
    await expect(row).toContainText("1:30");
    await expect(page.getByText("Otto")).toHaveCount(0);
    await row.getByRole("link", { name: "Mira" }).click();
    const entries = page.getByRole("list", { name: "Time entries" });
    await expect(entries.getByRole("listitem")).toContainText(["Sketches"]);
    const form = page.getByRole("dialog", { name: "Edit entry" });
    const description = () => member.stint.timeEntries.get(made.id).then((entry) => entry.description);
    const correct = async (name: string, text: string) => {
      await page.getByRole("button", { name, exact: true }).click();
      await form.getByLabel("Description").fill(text);
      await expectAccessible(page, "a member's entry");
      await form.getByRole("button", { name: "Save" }).click();
      await expect.poll(description).toBe(text);
    };
    // The dialog keeps the typed text until it is discarded.
    const openForm = () => page.getByRole("button", { name: "Sketches", exact: true }).click();
    await openForm();
    await form.getByLabel("Description").fill("Not sent");
    await page.keyboard.press("Escape");
    await openForm();
    await expect(form.getByLabel("Description")).toHaveValue("Not sent");
    await form.getByRole("button", { name: "Discard" }).click();
    await expect(form.getByLabel("Description")).toBeFocused();
    await expect(form.getByLabel("Description")).toHaveValue("Sketches");
    await page.keyboard.press("Escape");
    await correct("Sketches", "Sketches of the start page");
    await expect(entries.getByRole("listitem")).toContainText(["Sketches of the start page"]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(description).toBe("Sketches");
    await expect(entries.getByRole("button", { name: "Sketches", exact: true })).toBeVisible();
    await entries.getByRole("button", { name: "Sketches", exact: true }).click();
    await form.getByRole("button", { name: "Delete" }).click();
    await expect(entries.getByRole("listitem")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(entries.getByRole("listitem")).toHaveCount(1);
    // The project's page lists the same entry.
    await page.goto(`/projects/${person.project.id}`);
    // Repeated, because the heading is replaced once it is seen.
    await expect(() => page.getByRole("heading", { name: "Recent entries" }).scrollIntoViewIfNeeded()).toPass();
    await correct("Sketches", "Sketches of the start");
    await expect(person.stint.timeEntries.update(foreign.id, { description: "x" })).rejects.toMatchObject({
      status: 403,
    });
    await page.goto(`/team/${outsider.userId}`);
    await expect(page.getByText("Sketches")).toHaveCount(0);
    await expect(entries).toHaveCount(0);

    await page.goto("/reports?from=2026-03-02&to=2026-03-02&groupBy=user");
    await expect(page.getByRole("row").filter({ hasText: "Mira" })).toContainText("1:30");
    await expect(page.getByText("Otto")).toHaveCount(0);
    await page.goto("/reports?from=2026-03-02&to=2026-03-02&groupBy=team");
    await expect(page.getByRole("row").filter({ hasText: "Design" })).toContainText("1:30");
    await expectAccessibleAndNarrow(page, "/reports by team");
    // A team's figure links only to that team's entries.
    await page.getByRole("row").filter({ hasText: "Design" }).getByRole("link", { name: "1:30" }).first().click();
    await expect(page).toHaveURL(new RegExp(`teamId=${team.id}`));
    await correct("Sketches of the start", "Sketches of the start page");
    await expect(page.getByText("Sketches of the start page")).toBeVisible();
    await expect(page.getByText("Alone")).toHaveCount(0);
    await page.goto("/reports?from=2026-03-02&to=2026-03-03&groupBy=user");
    await expect(page.getByRole("row").filter({ hasText: person.name })).toContainText("0:30");
    // The amount must be hidden here, because the report includes the lead's own time.
    await expect(page.getByText("Amount", { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByRole("button", { name: /^Team:/ }).click();
    await page.getByRole("option", { name: "Design" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row").filter({ hasText: "Mira" })).toContainText("1:30");
    await expect(page.getByRole("row").filter({ hasText: person.name })).toHaveCount(0);
    await expect(page.getByText("Amount", { exact: true }).first()).toBeVisible();
    await owner.teams.delete(team.id);
  });
});

for (const role of ["member", "viewer", "manager"] as const)
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test("sees no members, invitations or actions on them", async ({ page, person }) => {
      await open(page, "/team");
      await expect(page.getByRole("heading", { name: "Now" })).toBeVisible();
      for (const name of ["Members", "Invitations"]) await expect(page.getByRole("heading", { name })).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Invite" })).toHaveCount(0);
      const { user } = await person.stint.me.get();
      await page.goto(`/team/${user.id}`);
      await expect(page.getByRole("heading", { name: person.name, level: 1 })).toBeVisible();
      await expect(page.getByRole("link", { name: "Organization rates" })).toHaveCount(role === "manager" ? 1 : 0);
    });
  });

test("a member sees only their own timer and time", async ({ page, person }) => {
  await open(page, "/team/user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  await expect(page.getByText("With your role, you can see only your own time.")).toBeVisible();
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId });
  await page.goto("/team");
  await expect(page.getByRole("list", { name: "Now" }).getByRole("listitem")).toHaveCount(1);
});
