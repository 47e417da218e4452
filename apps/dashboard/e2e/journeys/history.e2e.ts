import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { Stint, type TimeEntry } from "@stint/sdk";
import { choose, chooseOf, entriesOf, newEntry, rowOf } from "../data/entries.ts";
import { expect, open, type Person, test } from "../page/journey.ts";

test("the history of an entry shows who changed what, and restores an earlier state", async ({ page, person }) => {
  const { id } = await newEntry(person, "Review");
  await person.stint.timeEntries.update(id, { description: "Release", durationSeconds: 7200 });
  await person.stint.timeEntries.update(id, { billable: false });
  await open(page, "/time");
  await rowOf(page, "Release").focus();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: /^History of “Re(lease|view)”/ });
  const events = dialog.locator("ol > li");
  await expect(events).toHaveCount(3);
  await expect(events.first()).toContainText(`Changed by ${person.name}`);
  await expect(events.first()).toContainText("Billable");
  await expect(events.nth(1)).toContainText("Review → Release");
  await expect(events.nth(1)).toContainText("1:00 → 2:00");
  await expect(events.nth(2)).toContainText(`Created by ${person.name}`);
  await events.nth(1).getByRole("button", { name: "Restore previous version" }).click();
  const entry = async () => (await entriesOf(person))[0];
  const before = { description: "Review", durationSeconds: 3600, billable: true };
  await expect.poll(entry).toMatchObject(before);
  // The restoration is the newest change in the history.
  await expect(events).toHaveCount(4);
  await page.keyboard.press("Escape");
  await expect(rowOf(page, "Review")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(entry).toMatchObject({ description: "Release", durationSeconds: 7200, billable: false });
});

test("the history of an entry shows the names of tasks", async ({ page, person, managing }) => {
  const { stint, project } = person;
  const { id } = await newEntry(person, "Review");
  const task = await managing.tasks.create(project.id, { name: "Design" });
  await stint.timeEntries.update(id, { taskId: task.id });
  await open(page, "/time");
  await chooseOf(page, "Review", /^History/);
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("ol > li").first()).toContainText("Build → Design");
  await expect(dialog).not.toContainText("task_");
});

test("a change by an API key is shown as such", async ({ page, person }) => {
  const { id } = await newEntry(person, "Review");
  const { key } = await newKey(person);
  await key.timeEntries.update(id, { description: "By program" });
  await open(page, "/time");
  await chooseOf(page, "By program", /^History/);
  await expect(page.getByRole("dialog")).toContainText(`by ${person.name} with the key “Journey”`);
});

async function newKey({ stint }: Person): Promise<{ key: Stint; secret: string }> {
  const { apiKey } = await stint.apiKeys.create({
    name: "Journey",
    scopes: ["time-entries:read", "time-entries:write"],
  });
  const baseUrl = process.env["E2E_URL"] ?? "";
  return { key: new Stint({ baseUrl, apiKey }), secret: apiKey };
}

test.describe("a copied call", () => {
  test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  /** Runs a command as if a person had pasted it into a shell. */
  async function runInShell(command: string, secret: string): Promise<unknown> {
    const env = { ...process.env, STINT_URL: process.env["E2E_URL"] ?? "", STINT_API_KEY: secret };
    const { stdout } = await promisify(execFile)("sh", ["-c", command.replace("curl", "curl --silent --fail")], {
      env,
    });
    return JSON.parse(stdout);
  }

  test("for a filtered list returns the same entries in a shell", async ({ page, person }) => {
    await newEntry(person, "Mara's call, again", { tags: ["a,b"] });
    await newEntry(person, "Review");
    const { secret } = await newKey(person);
    await open(page, "/time?q=Mara%27s+call%2C&tag=a%2Cb&from=2026-01-01&to=2026-12-31");
    await rowOf(page, "Mara's call, again").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await choose(page, "Copy as curl");
    await expect.poll(() => clipboard(page)).toContain("curl");
    const reply = (await runInShell(await clipboard(page), secret)) as { data: TimeEntry[] };
    expect(reply.data.map(({ description }) => description)).toEqual(["Mara's call, again"]);
  });

  test("for the SDK is code that runs, and no row has its own", async ({ page, person }) => {
    await newEntry(person, "Review");
    const { key } = await newKey(person);
    await open(page, "/time");
    await page.getByRole("button", { name: "Actions for “Review”" }).click();
    await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /^Copy (as curl|for the SDK)/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More actions" }).click();
    await choose(page, "Copy for the SDK");
    await expect.poll(() => clipboard(page)).toContain("of stint.");
    const code = (await clipboard(page)).replace("console.log(each)", "found.push(each)");
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- runs what a person would paste
    const run = new Function("stint", `return (async () => { const found = []; ${code} return found; })()`) as (
      stint: Stint,
    ) => Promise<TimeEntry[]>;
    expect((await run(key)).map(({ description }) => description)).toEqual(["Review"]);
  });
});
