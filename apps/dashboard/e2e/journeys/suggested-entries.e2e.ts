import { day, entriesOf, newEntry } from "../data/entries.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test("an earlier entry is suggested while typing, and taken over with its task and tags", async ({
  page,
  person,
  managing,
}) => {
  const { name, id } = person.project;
  const other = await managing.tasks.create(id, { name: "Design" });
  await newEntry(person, "Large type, light and dark", { at: `${day}T07:00:00Z`, taskId: other.id, tags: ["ui"] });
  await newEntry(person, "Before");
  await open(page, `/calendar?view=day&date=${day}`);
  await page.getByRole("button", { name: /^Before/ }).waitFor();
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  const field = dialog.getByLabel("What did you work on?");
  const found = dialog.getByRole("option", { name: /Large type/ });
  // Without times, the entry gets those of the fields.
  await field.pressSequentially("lar");
  await expectAccessible(page, "an earlier entry among the suggestions");
  await found.click();
  await expect(field).toHaveValue("");
  await expect(dialog.getByLabel("Description")).toHaveValue("Large type, light and dark");
  await expect(dialog.getByRole("button", { name: `Project: ${name}, Design` })).toBeVisible();
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Add entry" }).click();
  await field.pressSequentially("13-14 la");
  await expect(found).toBeVisible();
  await dialog.getByLabel("Date").focus();
  await expect(found).toBeHidden();
  await field.press("r");
  await expect(found).toBeVisible();
  await field.press("Escape");
  await expect(found).toHaveCount(0);
  await field.press("g");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue(`13-14 Large type, light and dark @"${name}/Design" #ui`);
  await expect(found).toHaveCount(0);
  await dialog.getByRole("button", { name: "Add 1 entry" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Add entry" }).click();
  await dialog.getByLabel("Description").click();
  await dialog.getByLabel("Description").fill("type");
  await found.click();
  await expect(dialog.getByRole("button", { name: `Project: ${name}, Design` })).toBeVisible();
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect.poll(async () => (await entriesOf(person)).filter(({ tags }) => tags.includes("ui")).length).toBe(4);
});

test("names are suggested after their sign, chosen by keys, and coloured once they are understood", async ({
  page,
  person,
}) => {
  // A line without a project gets the last used one. Other tests may create projects that everyone sees.
  await newEntry(person, "Zebra");
  await open(page, "/timesheet");
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  const field = dialog.getByLabel("What did you work on?");
  const colored = (kind: string) => dialog.locator(`[data-kind="${kind}"]`);
  const option = dialog.getByRole("option", { name: person.project.name });
  await field.pressSequentially(`1h review\n2h @${person.project.name.slice(0, 12)}`);
  await option.waitFor();
  await expect(colored("chosen")).toHaveText(/^@/);
  // Escape closes only the list, and what is typed next opens it again.
  await field.press("Escape");
  await expect(option).toHaveCount(0);
  await expect(colored("chosen")).toHaveCount(0);
  await field.pressSequentially(person.project.name.slice(12, 13));
  await option.waitFor();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue(`1h review\n2h @"${person.project.name}" `);
  await field.pressSequentially(`docs #day\n\n30m @nothinglikeit ${"and more words ".repeat(5)}`);
  await expect(dialog.getByText("3:00")).toBeVisible();

  await expect(colored("time")).toHaveText(["1h", "2h", "30m"]);
  await expect(colored("project")).toHaveText(`@"${person.project.name}"`);
  await expect(colored("tag")).toHaveText("#day");
  await expect(colored("unknown")).toHaveText("@nothinglikeit");
  const boxes = await field.evaluate((area) =>
    [area, area.nextElementSibling ?? area].map((each) => ({
      ...each.getBoundingClientRect().toJSON(),
      isWhole: each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight,
      scrolled: each.scrollLeft + each.scrollTop,
    })),
  );
  expect(boxes[0], "the box around the field scrolls, not the field").toMatchObject({ isWhole: true, scrolled: 0 });
  expect(boxes[1], "the coloured text lies over that of the field").toEqual(boxes[0]);
  await page.emulateMedia({ forcedColors: "active" });
  await expect(colored("tag")).toBeHidden();
  await field.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("n");
  await expect(field).toHaveValue(/nothinglikeit and/);
});
