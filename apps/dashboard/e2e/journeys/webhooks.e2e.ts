import { verifyWebhook } from "@stint/sdk";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test as base } from "../page/journey.ts";
import { refocus } from "../page/refocus.ts";
import { startReceiver } from "../service/receiver.ts";

const test = base.extend<{ receiver: Awaited<ReturnType<typeof startReceiver>> }>({
  receiver: async ({ page: _page }, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.end();
  },
});

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("adds an endpoint, stores its secret, and sees its reply to a test", async ({ page, receiver }) => {
    await open(page, "/settings/webhooks");
    await expect(page.getByText(/No endpoints yet/)).toBeVisible();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "URL", exact: true }).fill(receiver.url);
    await dialog.getByRole("radio", { name: "Selected events" }).check();
    await dialog.getByRole("checkbox", { name: "client.created" }).check();
    await expectAccessible(page, "the form of an endpoint");
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    const shown = page.getByRole("dialog", { name: "Your signing secret" });
    const secret = (await shown.getByText(/^whsec_/).textContent()) ?? "";
    await page.keyboard.press("Escape");
    await shown.getByLabel("I’ve saved it").check();
    await shown.getByRole("button", { name: "Done" }).click();

    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByText(/The endpoint replied with 200 after/)).toBeVisible();
    const [test] = receiver.received;
    const event = await verifyWebhook(test?.body ?? "", test?.headers as never, secret);
    expect(event.type).toBe("webhook.test");
    const log = page.getByRole("list", { name: "Deliveries" });
    await expect(log.getByText("delivered")).toBeVisible();
    await log.getByText("Attempts").click();
    await expect(log.getByRole("region").getByText("thanks")).toBeVisible();
    await expectAccessibleAndNarrow(page, "/settings/webhooks/{id}");
    await log.getByRole("button", { name: "Redeliver webhook.test" }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
  });

  test("sees failures, fixes the endpoint and replays missed events", async ({ page, person, receiver }) => {
    receiver.answer.status = 410;
    const { id } = await person.stint.webhooks.create({ url: receiver.url, events: ["client.created"] });
    await open(page, `/settings/webhooks/${id}`);
    await expect(page.getByText(/^Nothing has been sent yet/)).toBeVisible();
    // The endpoint replies 410, which disables it. The page shows both by itself.
    await person.stint.clients.create({ name: "Refused" });
    await expect(page.getByText(/Disabled on/)).toBeVisible();
    await expect(page.getByRole("list", { name: "Deliveries" }).getByText("client.created")).toBeVisible();
    await expect(page.getByText("The endpoint replied 410 Gone.")).toBeVisible();
    await expectAccessible(page, "a disabled endpoint");
    await person.stint.clients.create({ name: "Missed" });
    receiver.answer.status = 200;
    await page.getByRole("main").getByRole("button", { name: "Enable" }).click();
    await expect(page.getByText(/Disabled on/)).toBeHidden();
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Replay…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
    await expect(page.getByRole("dialog").getByText(/^Resending .* for the first time/)).toBeVisible();
    const names = () =>
      receiver.received.map(
        ({ body }) => (JSON.parse(body) as { data: { object: { name: string } } }).data.object.name,
      );
    await expect.poll(() => names().includes("Missed")).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByLabel("Status").selectOption({ label: "delivered" });
    await expect(page).toHaveURL(/status=delivered/);
    await expect(page.getByRole("list", { name: "Deliveries" }).getByRole("listitem").first()).toBeVisible();
  });

  test("edits, disables and deletes an endpoint", async ({ page, person, receiver }) => {
    const { id } = await person.stint.webhooks.create({ url: receiver.url, description: "Before" });
    const read = () => person.stint.webhooks.get(id);
    const choose = async (name: string) => {
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await open(page, `/settings/webhooks/${id}`);
    await choose("Edit…");
    await page.getByRole("dialog").getByLabel("Description").fill("After");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect.poll(async () => (await read()).description).toBe("After");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await read()).description).toBe("Before");
    await choose("Disable…");
    await page.getByRole("dialog").getByRole("button", { name: "Disable endpoint" }).click();
    await expect.poll(async () => (await read()).status).toBe("disabled");
    await choose("Delete…");
    await page.getByRole("dialog").getByRole("button", { name: "Delete endpoint" }).click();
    await expect(page).toHaveURL(/\/settings\/webhooks$/);
    await expect(page.getByText(/No endpoints yet/)).toBeVisible();
  });

  test("edits an endpoint while someone else does, and keeps both changes", async ({ page, person, receiver }) => {
    const { id } = await person.stint.webhooks.create({ url: receiver.url, description: "Before" });
    const read = () => person.stint.webhooks.get(id);
    const dialog = page.getByRole("dialog");
    const edit = async () => {
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Edit…" }).click();
    };
    await page.clock.install();
    await open(page, `/settings/webhooks/${id}`);
    await edit();
    const theirs = { description: "Theirs", events: ["client.created"] };
    await person.stint.webhooks.update(id, theirs);
    await refocus(page);
    await expect(page.getByText("Theirs", { exact: true })).toBeAttached();
    const url = `${receiver.url}/mine`;
    await dialog.getByRole("textbox", { name: "URL", exact: true }).fill(url);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(read).toMatchObject({ url, ...theirs });
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(read).toMatchObject({ url: receiver.url, ...theirs });

    await edit();
    await person.stint.webhooks.update(id, { description: "Theirs again" });
    await dialog.getByLabel("Description").fill("Mine");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).not.toBeEmpty();
    expect((await read()).description).toBe("Theirs again");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await edit();
    await expect(dialog.getByLabel("Description")).toHaveValue("Theirs again");
  });

  test("reads the catalogue, and sees events as they happen, including those during a pause", async ({
    page,
    person,
  }) => {
    await open(page, "/settings/webhooks/events");
    await page.getByRole("listitem").filter({ hasText: "timer.started" }).getByText("Example").click();
    await expect(page.getByRole("region", { name: "Example of timer.started" })).toContainText('"timer.started"');
    await page.getByRole("link", { name: "Live events" }).click();
    await expect(page.getByText(/Connected\. The next event/)).toBeVisible();
    await person.stint.clients.create({ name: "Seen live" });
    const list = page.getByRole("list", { name: "Live events" });
    await expect(list.getByText("client.created", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Pause" }).click();
    await person.stint.projects.create({ name: "During the pause" });
    await expect(page.getByText(/^Paused\./)).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(list.getByText("project.created", { exact: true })).toBeVisible();
    await page.getByLabel("Event type").selectOption("task.created");
    await expect(page).toHaveURL(/types=task\.created/);
  });
});

test.describe("a manager", () => {
  test.use({ role: "manager" });

  test("sees no webhooks and no audit log", async ({ page }) => {
    for (const path of ["/settings/webhooks", "/settings/webhooks/live", "/settings/audit-log"]) {
      await open(page, path);
      await expect(page.getByText(/Your role, Manager, doesn’t have access to this/)).toBeVisible();
      await expect(page.getByRole("button", { name: "Add endpoint" })).toHaveCount(0);
    }
    const navigation = page.getByRole("navigation", { name: "Settings" });
    await expect(navigation.getByRole("link")).toHaveText(["Organization", "API keys", "Developers"]);
  });
});
