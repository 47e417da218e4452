import type { Locator, Page, Route } from "@playwright/test";
import { newEntry } from "../data/entries.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, type Person, test } from "../page/journey.ts";
import { rivalBundles } from "../data/rival-bundles.ts";
import { clockify, ownColumns, rivalFiles, unclearNumbers } from "../data/rival-files.ts";

const heading = (page: Page, name: string): Locator => page.getByRole("heading", { name, level: 1 });

async function upload(page: Page, file: { name: string; text: string | Buffer }): Promise<void> {
  await open(page, "/settings/import");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  const buffer = typeof file.text === "string" ? Buffer.from(file.text) : file.text;
  await (await chooser).setFiles({ name: file.name, mimeType: "application/vnd.ms-excel", buffer });
  await expect(heading(page, file.name)).toBeVisible();
}

async function totalsOf({ stint }: Person) {
  const { entries, seconds } = (await stint.reports.summary({})).totals;
  return { entries, seconds };
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  for (const file of [...rivalFiles, ...rivalBundles])
    test(`moves in from ${file.program} with ${file.name} using only the screen, and sees that no time was lost`, async ({
      page,
      person,
    }) => {
      await upload(page, file);
      await expect(page.getByText(`Source: ${file.program}`)).toBeVisible();
      const made = page.getByRole("region", { name: "To be created" });
      await expect(made).toContainText("2 time entries");
      await expect(made).toContainText("2 members");
      if (file === rivalFiles[0]) {
        await expect(made).toContainText("Amounts aren’t imported");
        await expect(made).toContainText(/Where they can differ: \d rows? without an hourly rate/);
        // The file has amounts, but no hourly rates.
        await expect(page.getByLabel("Rows already imported")).toBeVisible();
        await expect(page.getByLabel("Hourly rates in the file")).toHaveCount(0);
      }
      expect(await totalsOf(person)).toEqual({ entries: 0, seconds: 0 });
      await page.getByRole("button", { name: "Import 2 time entries" }).click();
      await expect(page.getByRole("region", { name: "Comparison with the file" })).toContainText(
        "No time was lost. The file contains 2 rows",
      );
      expect(await totalsOf(person)).toEqual({ entries: 2, seconds: file.seconds });
    });

  test("is told that the export of the same Stint adds nothing", async ({ page, person }) => {
    await newEntry(person, "Sketch", { minutes: 90 });
    const text = Buffer.from(await (await person.stint.organization.export()).arrayBuffer());
    await upload(page, { name: "stint-export.zip", text });
    await expect(page.getByText("Source: Stint")).toBeVisible();
    const made = page.getByRole("region", { name: "To be created" });
    await expect(made).toContainText("Nothing new.");
    await expect(made).toContainText("1 row already in Stint (1:30:00)");
    await expect(page.getByRole("button", { name: "Import 0 time entries" })).toBeDisabled();
  });

  test("answers which part of a date is the month, imports, undoes it, and sees what was kept", async ({
    page,
    person,
  }) => {
    const { stint } = person;
    await upload(page, clockify);
    const questions = page.getByRole("region", { name: "Open questions" });
    await expect(questions).toContainText("Which date is 03/04/2025?");
    await expect(page.getByRole("button", { name: "Import 2 time entries" })).toBeDisabled();
    await expectAccessible(page, "a question about dates");
    await questions.getByRole("button", { name: /month first/ }).click();
    await expect(questions).toHaveCount(0);
    const people = page.getByRole("region", { name: "People" });
    await expect(people.getByRole("combobox", { name: "Import Mara Lind as" })).toHaveValue("inactive");
    await people.getByRole("combobox", { name: "Import Mara Lind as" }).selectOption(person.name);
    await people.getByRole("combobox", { name: "Import Jon Ek as" }).selectOption("Invite…");
    await expectAccessible(page, "a person who is invited");
    await page.getByRole("dialog").getByRole("button", { name: "Add invitation" }).click();
    await expect(people.getByRole("combobox", { name: "Import Jon Ek as" })).toHaveValue("invited");
    const totals = page.getByRole("region", { name: "Time in the file and in Stint" });
    await totals.getByRole("button", { name: "Month" }).click();
    await expect(totals.getByRole("row", { name: /2025-03/ })).toContainText("2 rows · 2:30:01");
    await expectAccessibleAndNarrow(page, "/settings/import/{id}");
    await page.getByRole("button", { name: "Import 2 time entries" }).click();
    await expect(page.getByRole("region", { name: "Comparison with the file" })).toContainText("No time was lost");
    await expect(page.getByRole("region", { name: "Created" })).toContainText("1 member");
    await expect(totals.getByRole("row", { name: `Mara Lind → ${person.name}` })).toBeVisible();
    expect((await stint.invitations.list()).data.map(({ email }) => email)).toEqual(["jon@rival.example"]);
    const address = page.url();
    const invited = page.getByRole("region", { name: "People invited" });
    await expect(invited).toContainText("jon@rival.example");
    await expectAccessible(page, "an import that invited");
    await invited.getByRole("link", { name: "See the invitations" }).click();
    await page.getByRole("button", { name: "Create new link: invitation for jon@rival.example" }).click();
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue(/#token=/);
    await open(page, new URL(address).pathname);
    const mine = (await stint.timeEntries.list({ userId: "me" })).data;
    expect(mine.map(({ description, durationSeconds }) => [description, durationSeconds])).toEqual([
      ["Working hard", 3601],
    ]);
    await stint.timeEntries.update(mine[0]?.id ?? "", { description: "Changed since" });

    await page.getByRole("button", { name: "Undo import" }).click();
    // Its buttons are side by side in the longest language, in windows a little wider than a phone too.
    const size = page.viewportSize() ?? { width: 1280, height: 860 };
    await page.setViewportSize({ ...size, width: 400 });
    const dialog = page.getByRole("dialog");
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThan(370);
    await page.setViewportSize(size);
    await dialog.getByRole("button", { name: "Undo import" }).click();
    const kept = page.getByRole("region", { name: "These were kept" });
    await expect(kept).toContainText("Changed since");
    await expectAccessible(page, "an import that was undone");
    expect(await totalsOf(person)).toEqual({ entries: 1, seconds: 3601 });
  });

  test("is told why an import could not be applied or undone", async ({ page }) => {
    const [{ text, name } = { text: "", name: "" }] = rivalFiles;
    await upload(page, { name, text });
    await expect(page.getByRole("button", { name: "Import 2 time entries" })).toBeVisible();
    // Such a failure is a fault of the service, so it is added to the service's replies.
    const failure = "An unexpected error occurred.";
    const path = /\/v1\/imports\/imp_[^/]*$/;
    const fail = async (route: Route) => {
      if (route.request().method() !== "GET") return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), failure } });
    };
    const alert = page.getByRole("alert").filter({ hasText: failure });
    await page.route(path, fail);
    await open(page, new URL(page.url()).pathname);
    await expect(alert).toContainText("The file wasn’t imported");
    await expectAccessible(page, "an import that could not be applied");
    await page.unroute(path);
    await page.getByRole("button", { name: "Import 2 time entries" }).click();
    await expect(page.getByRole("button", { name: "Undo import" })).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.route(path, fail);
    await open(page, new URL(page.url()).pathname);
    await expect(alert).toContainText("The import wasn’t undone");
    await expect(page.getByRole("button", { name: "Undo import" })).toBeVisible();
  });

  test("answers what the numbers and letters of a file mean by the effect of each answer", async ({ page, person }) => {
    await upload(page, unclearNumbers);
    const questions = page.getByRole("region", { name: "Open questions" });
    await expect(questions).toContainText("Is 90 in hours, minutes or seconds?");
    const minutes = questions.getByRole("listitem").filter({ hasText: "Read as minutes" });
    await expect(minutes).toContainText("All rows: 1:31:15");
    await expect(minutes).toContainText("Line 2: 90 is 1:30:00");
    await expect(page.getByRole("button", { name: "Import 2 time entries" })).toBeDisabled();
    await expectAccessibleAndNarrow(page, "/settings/import/{id}");
    await expect(page.getByText("The figures below may change")).toBeVisible();
    await expect(page.getByText("Every value can be imported")).toHaveCount(0);
    await minutes.getByRole("button").click();
    await expect(questions).not.toContainText("Is 90");
    const point = questions.getByRole("listitem").filter({ hasText: "Use a decimal point" });
    await expect(point).toContainText("All rows: 22:20:00");
    await expect(point).toContainText("(20:50:00)");
    await point.getByRole("button").click();
    await expect(questions).toHaveCount(0);
    await page.getByRole("button", { name: "Import 2 time entries" }).click();
    await expect(page.getByRole("region", { name: "Comparison with the file" })).toContainText(
      "2 rows (22:20:00 in total)",
    );
    expect(await totalsOf(person)).toEqual({ entries: 2, seconds: 80_400 });

    // The project was renamed before the second export, to a name in Windows-1250.
    const renamed = "Date,Name,Project,Duration\n2026-02-02,Mara Lind,B\xeadzin,1:30:00\n";
    await upload(page, { name: "renamed.csv", text: Buffer.from(renamed, "latin1") });
    await expect(questions).toContainText("Which of these words are spelled correctly?");
    await questions.getByRole("listitem").filter({ hasText: "Będzin" }).getByRole("button").click();
    await expect(questions).toHaveCount(0);
    const made = page.getByRole("region", { name: "To be created" });
    await expect(made).toContainText("This includes 1 row with the person, start and duration of entries");
    await page.getByRole("combobox", { name: "Rows like existing entries" }).selectOption("Import");
    await expect(page.getByRole("button", { name: "Import 1 time entry" })).toBeEnabled();
  });

  test("says which column holds what, and sees the row that cannot be read", async ({ page, person }) => {
    await upload(page, ownColumns);
    await expect(page.getByRole("region", { name: "Open questions" })).toBeVisible();
    for (const [field, column] of [
      ["Person", "Colleague"],
      ["Start date", "Happened"],
      ["Project", "Thing"],
      ["Duration", "Lasted"],
    ] as const) {
      const choice = page.getByRole("combobox", { name: field, exact: true });
      await expect(choice).toBeEnabled();
      await choice.selectOption(column);
      await expect(choice).toHaveValue(column);
    }
    const doubts = page.getByRole("region", { name: "Rows to check" });
    const doubt = doubts.getByRole("row", { name: /never/ });
    await expect(doubt).toContainText("Lasted");
    await expect(doubt).toContainText("The row is skipped");
    await expect(doubt.getByRole("rowheader")).toHaveText("3");
    await page.getByRole("button", { name: "Import 1 time entry" }).click();
    await expect(page.getByRole("region", { name: "Comparison with the file" })).toContainText(
      "1 row (1:30:00 in total)",
    );
    await expect(page.getByRole("region", { name: "Created" })).toContainText("1 row can’t be read");
    expect(await totalsOf(person)).toEqual({ entries: 1, seconds: 5400 });
  });

  test("drops a picture, reads why it is refused, and removes it", async ({ page, person }) => {
    await open(page, "/settings/import");
    // A proxy's limit, as nginx enforces it.
    const tooLarge = { status: 413, contentType: "text/html", body: "<h1>413 Request Entity Too Large</h1>" };
    const isUpload = (route: Route) => route.request().method() === "POST";
    await page.route(/\/v1\/imports\?/, (route) => (isUpload(route) ? route.fulfill(tooLarge) : route.fallback()));
    const csv = { name: "years.csv", mimeType: "text/csv", buffer: Buffer.from("a") };
    await page.getByLabel("Choose a file").setInputFiles(csv);
    await expect(page.getByRole("alert").filter({ hasText: "A proxy in front of Stint" })).toBeVisible();
    await page.unroute(/\/v1\/imports\?/);
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])], "holiday.csv"));
      return data;
    });
    const place = page.getByText("Drop a file here");
    await place.dispatchEvent("dragover", { dataTransfer: dropped });
    await page.getByText("Drop to upload").dispatchEvent("drop", { dataTransfer: dropped });
    await expect(heading(page, "holiday.csv")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "nothing was saved" })).toBeVisible();
    await expectAccessible(page, "a file that cannot be read");
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Nothing has been imported yet.")).toBeVisible();
    expect((await person.stint.imports.list()).data).toEqual([]);
  });

  test.describe("with the first steps", () => {
    test.use({ hasGuides: true });

    test("tries it with sample data, sees a budget and its forecast, and removes it completely, twice", async ({
      page,
      person,
    }) => {
      const { stint } = person;
      const count = async () => (await totalsOf(person)).entries;
      const activeProjects = async () => (await stint.projects.list({ status: "active" })).data.map(({ id }) => id);
      await open(page, "/time");
      await expect(page.getByRole("link", { name: "Choose a file…" })).toBeVisible();
      await expectAccessibleAndNarrow(page, "/time without entries");
      for (const time of ["first", "second"]) {
        await open(page, "/time");
        await page.getByRole("button", { name: "Try it with sample data" }).click();
        await expect(page.getByText("Sample data added")).toBeVisible();
        await expect(
          page.getByRole("row", { name: /Build the product page|Sketch the checkout/ }).first(),
        ).toBeVisible();
        expect(await count(), time).toBeGreaterThan(100);
        expect((await stint.reports.summary({ groupBy: ["project"] })).totals, time).toMatchObject({
          unratedSeconds: 0,
        });
        expect((await stint.clients.list()).data.map(({ name }) => name).toSorted()).toEqual([
          "Blue Harbor",
          "Northwind",
        ]);
        await open(page, "/projects");
        await expect(page.getByRole("row", { name: /Web shop/ }).getByRole("meter")).toBeVisible();
        await page.getByRole("link", { name: "Web shop" }).click();
        await expect(page.getByText(/^Runs out on .* at the pace/)).toBeVisible();
        await open(page, "/settings/import");
        await page.getByRole("button", { name: "Remove sample data" }).click();
        await expect(page.getByText("Sample data removed")).toBeVisible();
        expect(await count(), time).toBe(0);
        expect((await stint.clients.list()).data).toEqual([]);
        expect((await stint.projects.list({ status: "archived" })).data).toEqual([]);
        expect(await activeProjects(), time).toEqual([person.project.id]);
        expect((await stint.rates.list()).data, time).toEqual([]);
        expect((await stint.members.list({ status: "active" })).data.map(({ name }) => name)).toEqual([person.name]);
      }
    });

    test("keeps the sample project that they have started to use", async ({ page, person }) => {
      const { stint } = person;
      await open(page, "/time");
      await page.getByRole("button", { name: "Try it with sample data" }).click();
      await expect(page.getByText("Sample data added")).toBeVisible();
      const [shop] = (await stint.projects.list({ q: "Web shop" })).data;
      const [task] = (await stint.tasks.list(shop?.id ?? "")).data;
      const where = { projectId: shop?.id ?? "", taskId: task?.id ?? "" };
      await stint.timeEntries.create({ ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 60 });
      await open(page, "/settings/import");
      await page.getByRole("button", { name: "Remove sample data" }).click();
      await expect(page.getByText("Sample data removed")).toBeVisible();
      expect(await totalsOf(person)).toEqual({ entries: 1, seconds: 60 });
      expect((await stint.projects.get(where.projectId)).status).toBe("active");
      const active = await stint.clients.list({ archived: false });
      expect(active.data.map(({ name }) => name)).toEqual(["Northwind"]);
    });
  });
});

test("a member sees no link to an import", async ({ page }) => {
  await open(page, "/time");
  await expect(page.getByText("Nothing tracked yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try it with sample data" })).toHaveCount(0);
  await open(page, "/settings/import");
  await expect(page.getByText(/Your role, Member, doesn’t have access to this/)).toBeVisible();
});
