import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.describe("who manages projects", () => {
  test.use({ isAlone: true });

  test("creates one with a client, a rate and a budget by keyboard, changes it and undoes all", async ({
    page,
    person,
  }) => {
    const { stint } = person;
    const find = async (q: string) => (await stint.projects.list({ q })).data;
    await open(page, "/projects");
    await page.getByRole("button", { name: "New project" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").press("Enter");
    await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("Fill this in.");
    await dialog.getByLabel("Name").fill("Harbour");
    await dialog.getByRole("button", { name: "Amount" }).click();
    await expect(dialog.getByLabel("Limit", { exact: true })).toBeFocused();
    await page.keyboard.type("1,234.5");
    await expect(dialog.getByText("= €1,234.50")).toBeVisible();
    const warning = dialog.getByText("New time doesn’t count towards this budget");
    await expect(warning).toBeVisible();
    await dialog.getByRole("button", { name: "Set a rate" }).click();
    await expect(dialog.getByLabel("Hourly rate")).toBeFocused();
    await dialog.getByLabel("Hourly rate").fill("92.5");
    await expect(warning).toBeHidden();
    await expect(dialog.getByText("About 13 hours at €92.50.")).toBeVisible();
    await expectAccessible(page, "the form of a project");
    await dialog.getByRole("combobox", { name: "Client" }).fill("Atlas");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("combobox", { name: "Client" })).toHaveValue("Atlas");
    await expect.poll(async () => (await stint.clients.list()).data.map(({ name }) => name)).toEqual(["Atlas"]);
    await expect(dialog.getByRole("combobox", { name: "Client" })).toHaveAttribute("aria-busy", "false");
    const toast = await dialog.getByRole("status").filter({ hasText: "Undo" }).boundingBox();
    expect(toast?.x ?? 0, "where the toast begins").toBeLessThan((await dialog.boundingBox())?.x ?? 0);
    // The typed values are kept after the dialog closes, until they are discarded or sent.
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.reload();
    await page.getByRole("button", { name: "New project" }).click();
    await expect(dialog.getByLabel("Name")).toHaveValue("Harbour");
    await expect(dialog.getByLabel("Hourly rate")).toHaveValue("92.50");
    await expect(dialog.getByRole("combobox", { name: "Client" })).toHaveValue("Atlas");
    await dialog.getByRole("button", { name: "Discard" }).click();
    await expect(dialog.getByLabel("Name")).toHaveValue("");
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await expect(dialog.getByLabel("Hourly rate")).toHaveValue("");
    await dialog.getByLabel("Name").fill("Harbour");
    await dialog.getByLabel("Hourly rate").fill("92.5");
    await dialog.getByRole("button", { name: "Amount" }).click();
    await dialog.getByLabel("Limit", { exact: true }).fill("1,234.5");
    await dialog.getByRole("combobox", { name: "Client" }).fill("atl");
    await dialog.getByRole("option", { name: "Atlas", exact: true }).click();
    await dialog.getByLabel("Name").press("Enter");
    await expect(page.getByRole("heading", { name: "Harbour", level: 1 })).toBeVisible();
    const [made] = await find("Harbour");
    expect(made?.budget?.amountMinor).toBe(123_450);
    expect((await stint.clients.get(made?.clientId ?? "")).name).toBe("Atlas");
    const rates = async () =>
      (await stint.rates.list()).data.map(({ scope, rateMinor, effectiveFrom }) => [scope, rateMinor, effectiveFrom]);
    expect(await rates()).toEqual([["project", 9250, "1970-01-01"]]);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByLabel("Name").fill("Harbour wall");
    await dialog.getByText("Colour, rounding, description").click();
    await dialog.getByRole("radio", { name: "teal" }).check({ force: true });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Harbour wall", level: 1 })).toBeVisible();
    await expect.poll(async () => (await find("Harbour"))[0]?.color).toBe("#147b76");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: "Harbour", level: 1, exact: true })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await find("Harbour")).length).toBe(0);
    expect(await rates()).toEqual([]);
  });

  test("creates nothing twice if a reply is lost or the rate is refused, and is told what exists", async ({
    page,
    person,
  }) => {
    const { stint } = person;
    await open(page, "/projects");
    await page.getByRole("button", { name: "New project" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Harbour");
    await dialog.getByLabel("Hourly rate").fill("92.5");
    await page.route("**/v1/clients", async (route) => {
      await route.fetch();
      await route.abort();
    });
    const client = dialog.getByRole("combobox", { name: "Client" });
    await client.fill("Atlas");
    await client.press("Enter");
    await expect(client).toHaveAccessibleDescription(/server/);
    await page.unroute("**/v1/clients");
    const create = dialog.getByRole("button", { name: "Create project" });
    await create.click();
    // The project is not created without the client that the field shows.
    await expect(client).toBeFocused();
    await expect(client).toHaveValue("Atlas");
    expect((await stint.projects.list({ q: "Harbour" })).data).toEqual([]);
    await client.press("ArrowDown");
    await client.press("Enter");
    await expect(client).not.toHaveAttribute("aria-invalid");
    await page.route("**/v1/projects", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route("**/v1/rates", (route) => route.fulfill({ status: 403, json: { detail: "Not today." } }));
    await create.click();
    await expect(dialog.getByRole("alert").filter({ hasText: "server" })).toBeVisible();
    await page.unroute("**/v1/projects");
    await dialog.getByLabel("Name", { exact: true }).fill("Harbour wall");
    await create.click();
    await expect(dialog.getByRole("alert").filter({ hasText: "An earlier attempt has succeeded" })).toBeVisible();
    await dialog.getByLabel("Name", { exact: true }).fill("Harbour");
    await create.click();
    await expect(dialog.getByText("The project “Harbour” was created, but its rate wasn’t set.")).toBeVisible();
    await expect(dialog.getByRole("alert").filter({ hasText: "Not today." })).toBeVisible();
    await expectAccessible(page, "a project without its rate");
    await page.unroute("**/v1/rates");
    await dialog.getByRole("button", { name: "Set the rate" }).click();
    await expect(page.getByRole("heading", { name: "Harbour", level: 1 })).toBeVisible();
    expect((await stint.projects.list({ q: "Harbour" })).data).toHaveLength(1);
    expect((await stint.clients.list()).data.map(({ name }) => name)).toEqual(["Atlas"]);
    expect((await stint.rates.list()).data.map(({ rateMinor }) => rateMinor)).toEqual([9250]);
  });

  test("overwrites no change that a colleague made to other fields while the form was open, nor afterwards", async ({
    page,
    person,
  }) => {
    const { stint, project } = person;
    const budgetOf = (amountMinor: number) => ({ kind: "amount", amountMinor }) as const;
    const read = async () => {
      const { name, billable, description, budget } = await stint.projects.get(project.id);
      return [name, billable, description, budget?.amountMinor];
    };
    await stint.projects.update(project.id, { budget: budgetOf(100_000) });
    await open(page, `/projects/${project.id}`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByLabel("Name").fill("Harbour");
    await stint.projects.update(project.id, { budget: budgetOf(900_000), billable: false, description: "Quay" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Harbour", level: 1 })).toBeVisible();
    expect(await read()).toEqual(["Harbour", false, "Quay", 900_000]);
    await stint.projects.update(project.id, { budget: budgetOf(700_000) });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: project.name, level: 1, exact: true })).toBeVisible();
    expect(await read()).toEqual([project.name, false, "Quay", 700_000]);

    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByLabel("Name").fill("Harbour");
    await stint.projects.update(project.id, { name: "Dock" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert").filter({ hasText: "has changed" })).toBeVisible();
    expect((await read())[0]).toBe("Dock");
  });

  test("is told why an amount is invalid, and nothing is sent", async ({ page, person }) => {
    await open(page, "/projects");
    await page.getByRole("button", { name: "New project" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Wrong");
    await dialog.getByRole("button", { name: "Hours" }).click();
    await dialog.getByLabel("Limit in hours").fill("many");
    await dialog.getByRole("button", { name: "Create project" }).click();
    await expect(dialog.getByText("Enter a duration such as 80 or 80:30.")).toBeVisible();
    await dialog.getByLabel("Limit in hours").fill("80");
    const further = dialog.getByText("Colour, rounding, description");
    await further.click();
    await dialog.getByLabel(/^Alerts at/).fill("many");
    await further.click();
    await dialog.getByRole("button", { name: "Create project" }).click();
    await expect(dialog.getByLabel(/^Alerts at/)).toBeFocused();
    expect((await person.stint.projects.list({ q: "Wrong" })).data).toEqual([]);
    // A rate whose field has disappeared is not sent either.
    await open(page, `/projects/${person.project.id}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByRole("button", { name: "Amount" }).click();
    await dialog.getByLabel("Limit", { exact: true }).fill("100");
    await dialog.getByLabel("Hourly rate").fill("50");
    await dialog.getByRole("button", { name: "None" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    expect((await person.stint.rates.list()).data).toEqual([]);
  });
});
