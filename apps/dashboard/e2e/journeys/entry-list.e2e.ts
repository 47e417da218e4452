import type { Page } from "@playwright/test";
import { chooseOf, day, entriesOf, fillWeek, newEntry, rowOf, shortEntries } from "../data/entries.ts";
import { asOwner, expect, isNarrow, open, test } from "../page/journey.ts";

/** A field of the row. The description is a combobox, because it suggests projects and tags. */
const field = (page: Page, name: string) =>
  page.getByRole("textbox", { name, exact: true }).or(page.getByRole("combobox", { name, exact: true }));

/** The search field of the open list. */
const shownField = (page: Page, name: string) => page.getByRole("combobox", { name }).filter({ visible: true });

async function edit(page: Page, description: string): Promise<void> {
  await chooseOf(page, description, /^Edit/);
  await expect(field(page, "Description")).toBeFocused();
}

test("a description is edited in place, and Escape discards what was typed", async ({ page, person }) => {
  await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").getByText("Review").click();
  await expect(field(page, "Description")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Something else");
  await page.keyboard.press("Escape");
  await expect(field(page, "Description")).toHaveValue("Review");
  await field(page, "Description").fill("Release");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Release")).toBeFocused();
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 Release"]);
});

test("a new start keeps the end, a new end changes the duration, a new duration moves the end", async ({
  page,
  person,
}) => {
  await newEntry(person, "Review");
  await open(page, "/time");
  await edit(page, "Review");
  await field(page, "Start").fill("9:30");
  await expect(page.getByText("= 9:30")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect.poll(() => shortEntries(person)).toEqual(["08:30 90 Review"]);
  await field(page, "End").fill("12");
  await page.keyboard.press("Tab");
  await expect.poll(() => shortEntries(person)).toEqual(["08:30 150 Review"]);
  await field(page, "Duration").fill("45m");
  await expect(page.getByText("= 0:45")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect.poll(() => shortEntries(person)).toEqual(["08:30 45 Review"]);
  // Text that can't be parsed stays in the field.
  await field(page, "Duration").fill("lunch");
  await page.keyboard.press("Tab");
  await expect(field(page, "Duration")).toHaveValue("lunch");
  await expect(field(page, "Duration")).toHaveAttribute("aria-invalid", "true");
});

test("project, tags, billable and day are edited in the row", async ({ page, person, service }) => {
  const owner = asOwner(service);
  const { id: userId } = (await person.stint.me.get()).user;
  const name = `Shop ${person.project.name}`;
  const other = await owner.projects.create({ name, visibility: "members", memberIds: [userId] });
  await owner.tasks.create(other.id, { name: "Design" });
  await newEntry(person, "Review", { billable: true });
  const { promise: tasksMayLoad, resolve: loadTasks } = Promise.withResolvers<void>();
  await page.route(/\/v1\/tasks\b/, async (route) => {
    await tasksMayLoad;
    await route.continue();
  });
  await open(page, "/time");
  await edit(page, "Review");
  const editor = page.getByRole("row").filter({ has: field(page, "Description") });
  await editor.getByRole("button", { name: /^Project:/ }).click();
  await shownField(page, "Find a project or task").fill("shop design");
  // Before the tasks have loaded.
  await page.keyboard.press("Enter");
  loadTasks();
  await expect(editor.getByRole("button", { name: `Project: ${name}, Design` })).toBeVisible();
  await editor.getByRole("button", { name: /^Tags:/ }).click();
  await shownField(page, "Find or add a tag").fill("onsite");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const billable = editor.getByRole("checkbox", { name: "Billable" });
  await billable.uncheck();
  await billable.check();
  await billable.uncheck();
  await editor.getByLabel("Date").fill("2026-03-04");
  await editor.getByRole("button", { name: "Done" }).click();
  const entry = async () => (await entriesOf(person))[0];
  await expect
    .poll(entry)
    .toMatchObject({ projectId: other.id, tags: ["onsite"], billable: false, startedAt: "2026-03-04T09:00:00Z" });
});

test("an entry that is edited at the lower edge of the window is shown with all its fields", async ({
  page,
  person,
}) => {
  await fillWeek(person);
  await open(page, "/time");
  const row = rowOf(page, "Part 7");
  await row.waitFor();
  const bottom = await row.evaluate((each) => {
    const bar = Number.parseFloat(getComputedStyle(each).getPropertyValue("--bottom-bar"));
    return each.getBoundingClientRect().bottom + bar;
  });
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: Math.ceil(bottom) });
  await row.getByText("Part 7").click();
  const isInSight = () =>
    page.getByRole("button", { name: "Done" }).evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height - 2));
    });
  await expect.poll(isInSight).toBe(true);
});

test("an entry is continued as a timer with all its fields", async ({ page, person }) => {
  await newEntry(person, "Review", { tags: ["sales"], billable: false });
  await open(page, "/time");
  // On a phone, the description takes the button's place.
  if (isNarrow(page)) await chooseOf(page, "Review", /^Continue/);
  else await page.getByRole("button", { name: "Continue “Review”" }).click();
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  const timer = async () => (await person.stint.timers.list({ userId: "me" })).data[0];
  const wanted = { description: "Review", projectId: person.project.id, tags: ["sales"], billable: false };
  await expect.poll(timer).toMatchObject({ ...wanted, taskId: person.taskId });
});

test("an entry is duplicated, and the copy is edited at once", async ({ page, person }) => {
  await newEntry(person, "Review");
  await open(page, "/time");
  await chooseOf(page, "Review", /^Duplicate/);
  await expect(field(page, "Description")).toBeFocused();
  await field(page, "Description").fill("Second review");
  await page.keyboard.press("Enter");
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 Review", "09:00 60 Second review"]);
});

test("an entry is split in two that are as long as the whole, and joined again by Undo", async ({ page, person }) => {
  await newEntry(person, "Review");
  await open(page, "/time");
  await chooseOf(page, "Review", /^Split/);
  await field(page, "Split at").fill("10:20");
  await page.keyboard.press("Tab");
  await expect(page.getByText("0:20 and 0:40")).toBeVisible();
  await page.getByRole("button", { name: "Split", exact: true }).click();
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 20 Review", "09:20 40 Review"]);
  await page.getByRole("button", { name: "Undo" }).click();
  // After an undo, the toast announces the undone change and doesn't offer to undo an earlier one.
  await expect(page.getByText("Undone: Entry split")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 Review"]);
});

test.describe("several entries", () => {
  test.beforeEach(async ({ page, person }) => {
    for (const [at, name] of ["One", "Two", "Three"].entries())
      await newEntry(person, name, { at: `${day}T${10 + at}:00:00Z`, billable: true });
    await open(page, "/time");
    await rowOf(page, "One").waitFor();
  });

  test("are changed together in one request and one undoable step", async ({ page, person }) => {
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/time-entries")) writes.push(request.method());
    });
    await chooseOf(page, "One", /^Select/);
    await chooseOf(page, "Three", /^Select/);
    const bar = page.getByRole("toolbar").filter({ hasText: "2 entries selected" });
    await expect(bar.getByText("2:00")).toBeVisible();
    await bar.getByRole("button", { name: "Not billable" }).click();
    await bar.getByRole("button", { name: /^Tags:/ }).click();
    await shownField(page, "Find or add a tag").fill("travel");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    const shown = async () =>
      (await entriesOf(person)).map(({ description, billable, tags }) => [description, billable, ...tags]);
    const after = [
      ["One", false, "travel"],
      ["Two", true],
      ["Three", false, "travel"],
    ];
    await expect.poll(shown).toEqual(after);
    expect(writes).toEqual(["PATCH", "PATCH"]);
    await bar.getByRole("button", { name: "Clear selection" }).click();
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(shown).toEqual([
      ["One", true],
      ["Two", true],
      ["Three", true],
    ]);
  });

  test("are deleted together and restored by Undo", async ({ page, person }) => {
    await rowOf(page, "Two").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await expect(page.getByRole("toolbar").filter({ hasText: "3 entries selected" })).toBeVisible();
    await page.keyboard.press("Delete");
    await expect(page.getByText("3 entries deleted")).toBeVisible();
    await expect.poll(() => entriesOf(person)).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "Three")).toBeVisible();
    await expect.poll(async () => (await entriesOf(person)).length).toBe(3);
  });

  test("can be navigated, selected, changed and left by keys alone", async ({ page, person }) => {
    await rowOf(page, "Three").focus();
    await page.keyboard.press("End");
    await expect(rowOf(page, "One")).toBeFocused();
    await page.keyboard.press("k");
    await expect(rowOf(page, "Two")).toBeFocused();
    await page.keyboard.press("Shift+ArrowUp");
    await expect(page.getByRole("row", { selected: true })).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("toolbar")).toHaveCount(0);
    await page.keyboard.press("b");
    await expect
      .poll(async () => (await entriesOf(person)).map(({ billable }) => billable))
      .toEqual([true, true, false]);
    await page.keyboard.press("Shift+F10");
    await expect(page.getByRole("menuitem", { name: /^Continue/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rowOf(page, "Three")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Third");
    await page.keyboard.press("Enter");
    await expect(rowOf(page, "Third")).toBeFocused();
    await page.keyboard.press("Delete");
    await expect.poll(() => shortEntries(person)).toEqual(["10:00 60 One", "11:00 60 Two"]);
    await expect(rowOf(page, "Two")).toBeFocused();
    await page.keyboard.press("c");
    await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  });
});

test("unaccounted time is shown and filled with the previous entry's project", async ({ page, person }) => {
  await newEntry(person, "Before");
  await newEntry(person, "After", { at: `${day}T10:45:00Z` });
  await open(page, "/time");
  const gap = page.getByRole("button", { name: "0:45 not accounted for" });
  await rowOf(page, "After").waitFor();
  if (isNarrow(page)) await chooseOf(page, "Before", /^Add an entry of 0:45/);
  else {
    const before = await rowOf(page, "Before").boundingBox();
    await page.getByRole("heading", { name: "Time" }).hover();
    await expect(page.getByRole("gridcell").filter({ has: gap })).toHaveCSS("opacity", "0");
    await rowOf(page, "Before").hover();
    await expect(page.getByRole("gridcell").filter({ has: gap })).toHaveCSS("opacity", "1");
    expect(await rowOf(page, "Before").boundingBox()).toEqual(before);
    await gap.click();
  }
  await expect(field(page, "Description")).toBeFocused();
  await page.keyboard.type("Call");
  await page.keyboard.press("Enter");
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 Before", "10:00 45 Call", "10:45 60 After"]);
  await expect(page.getByText("not accounted for")).toHaveCount(0);
});

test("a day shows its total, and the week describes its time by day in words", async ({ page, person }) => {
  await newEntry(person, "Short", { minutes: 20 });
  await newEntry(person, "Long", { at: `${day}T12:00:00Z`, minutes: 100, billable: false });
  await newEntry(person, "Today", { at: new Date(Date.now() - 1000).toISOString(), minutes: 30 });
  await open(page, "/time");
  const head = page.getByRole("row").filter({ has: page.getByRole("heading", { name: /Mar/ }) });
  await expect(head.getByText("2:00")).toBeVisible();
  // On a phone, the chart is folded at first.
  if (isNarrow(page)) await page.getByRole("button", { name: "The week as a chart" }).click();
  const table = page.getByRole("table", { name: "The week’s time by project and day" });
  await expect(
    table
      .getByRole("row", { name: /^Total/ })
      .getByRole("cell")
      .last(),
  ).toHaveText("0:30");
});

test.describe("in an organization of its own", () => {
  test.use({ isAlone: true });
  test("entries before the lock date are read-only", async ({ page, person }) => {
    await newEntry(person, "Long ago", { at: "2014-06-02T09:00:00Z" });
    await person.stint.organization.update({ lockDate: "2015-01-01" });
    await open(page, "/time?from=2014-01-01&to=2014-12-31");
    const row = rowOf(page, "Long ago");
    // The tooltip too.
    await expect(row.getByRole("img", { name: /^Locked/ })).toContainText(/^Locked/);
    await expect(row.getByRole("checkbox")).toHaveCount(0);
    await row.focus();
    for (const key of ["Enter", "b", "Delete", "x"]) await page.keyboard.press(key);
    await expect(field(page, "Description")).toHaveCount(0);
    await page.getByRole("button", { name: "Actions for “Long ago”" }).click();
    await expect(page.getByRole("menuitem", { name: /^History/ })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /^Delete/ })).toHaveCount(0);
  });
});

test("single keys do nothing if the person has turned them off", async ({ page, person }) => {
  await person.stint.me.update({ preferences: { shortcuts: false } });
  await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").focus();
  for (const key of ["c", "d", "x", "?", "/"]) await page.keyboard.press(key);
  await page.keyboard.press("s");
  // Keys such as Enter, which type no character, still work.
  await page.keyboard.press("Enter");
  await expect(field(page, "Description")).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  expect(await shortEntries(person)).toEqual(["09:00 60 Review"]);
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("can read the list and change nothing", async ({ page }) => {
    await open(page, "/time");
    await expect(page.getByText("You can view these entries but not change them.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Start timer" })).toBeDisabled();
    await expect(page.getByLabel("What are you working on?")).toBeDisabled();
    await expect(page.getByText(/Nothing tracked yet/)).toBeVisible();
  });
});
