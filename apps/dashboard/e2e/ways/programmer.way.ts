import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as pathOf } from "node:path";
import { verifyWebhook } from "@stint/sdk";
import { startReceiver } from "../service/receiver.ts";
import { outputOf } from "../service/service.ts";
import { peoplesEnvironment } from "./installation.ts";
import { createKey, expect, invite, join, newBrowser, setUp, test, totalOf } from "./way.ts";

/** What README of the SDK shows first. */
const firstCall = `
import { Stint } from "@stint/sdk";
const stint = new Stint();
const project = await stint.projects.create({ name: "Website" });
const task = await stint.tasks.create(project.id, { name: "Design" });
for (const day of ["02", "03", "04"])
  await stint.timeEntries.create({
    projectId: project.id,
    taskId: task.id,
    startedAt: new Date(\`2026-03-\${day}T09:00:00+01:00\`),
    durationSeconds: 5400,
  });
const report = await stint.reports.summary({ projectId: project.id, from: "2026-03-01", to: "2026-03-31" });
for (const group of report.groups) console.log(\`\${group.name}: \${group.seconds / 3600} hours\`);
`;

/** Keeps a copy, and prints what has changed since the position that it is given. */
const follow = `
import { Stint } from "@stint/sdk";
const stint = new Stint();
let count = 0;
for await (const change of stint.timeEntries.sync({ cursor: process.argv[2] }))
  if (change.kind === "synced") console.log(JSON.stringify({ count, cursor: change.cursor }));
  else if (change.kind === "upsert") count++;
`;

test("a programmer's two days", async ({ browser, installation, page }) => {
  const folder = await mkdtemp(pathOf(tmpdir(), "stint-program-"));
  const receiver = await startReceiver();
  try {
    await setUp(page, await installation.start(/(http:\S+set-up#token=\S+)/), "Harbour Studio");
    const key = await createKey(page, "Invoicing script", "Everything");
    const api = async (path: string, body?: object, headers: Record<string, string> = {}, apiKey = key) => {
      const response = await fetch(`${installation.url}/v1${path}`, {
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, json: await response.json() };
    };
    const script = (name: string, ...args: string[]) =>
      outputOf("node", [name, ...args], {
        cwd: folder,
        env: { ...peoplesEnvironment(), STINT_URL: installation.url, STINT_API_KEY: key },
      });

    await test.step("receives webhooks", async () => {
      await page.goto("/settings/webhooks");
      await page.getByRole("button", { name: "Add endpoint" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "URL", exact: true }).fill(receiver.url);
      await dialog.getByRole("button", { name: "Add endpoint" }).click();
      const shown = page.getByRole("dialog", { name: "Your signing secret" });
      const secret = (await shown.getByText(/^whsec_/).textContent()) ?? "";
      await shown.getByLabel("I’ve saved it").check();
      await shown.getByRole("button", { name: "Done" }).click();
      await api("/clients", { name: "Northwind" });
      await expect.poll(() => receiver.received.length).toBe(1);
      const { body, headers } = receiver.received[0] ?? { body: "", headers: {} };
      expect((await verifyWebhook(body, headers as never, secret)).type).toBe("client.created");
      await expect(verifyWebhook(body.replace("Northwind", "Eastwind"), headers as never, secret)).rejects.toThrow();
    });

    await test.step("installs the client in a project of its own, and follows its README", async () => {
      await installation.shell(`npm pack --silent -w @stint/sdk --pack-destination '${folder}'`);
      await writeFile(pathOf(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
      await outputOf("sh", ["-c", "npm install --silent ./stint-sdk-*.tgz"], {
        cwd: folder,
        env: peoplesEnvironment(),
      });
      await writeFile(pathOf(folder, "first.js"), firstCall);
      await writeFile(pathOf(folder, "follow.js"), follow);
      expect(await script("first.js")).toBe("Website: 4.5 hours\n");
      await expect.poll(() => receiver.received.length).toBe(6);
    });

    const copied = JSON.parse(await script("follow.js"));
    expect(copied.count).toBe(3);

    await test.step("is told what is wrong with a request", async () => {
      const missing = await api("/time-entries", { startedAt: "2026-03-02T09:00:00Z" });
      expect([missing.status, JSON.stringify(missing.json)]).toEqual([400, expect.stringContaining("taskId")]);
      const unknown = await api("/projects", { name: "Shop", colour: "red" });
      expect([unknown.status, JSON.stringify(unknown.json)]).toEqual([422, expect.stringContaining("colour")]);
      const once = { "idempotency-key": "project-of-today" };
      const [first, again] = [
        await api("/projects", { name: "Shop" }, once),
        await api("/projects", { name: "Shop" }, once),
      ];
      expect([first.status, again.json.id]).toEqual([201, first.json.id]);
      expect((await api("/me", undefined, {}, `${key}x`)).status).toBe(401);
    });

    await test.step("reaches the limit, and is told when to go on", async () => {
      const replies = await Promise.all(Array.from({ length: 200 }, () => api("/me")));
      const refused = replies.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      // The client waits by itself.
      expect(JSON.parse(await script("follow.js", copied.cursor)).count).toBe(0);
    });

    await test.step("loses no event while its receiver is down and the service restarts", async () => {
      const before = receiver.received.length;
      receiver.answer.status = 503;
      // The key may send requests again after a moment.
      await expect.poll(async () => (await api("/clients", { name: "Southwind" })).status).toBe(201);
      await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
      await installation.stop();
      await installation.start(/ready on (\S+)/);
      receiver.answer.status = 200;
      const tries = receiver.received.length;
      await expect.poll(() => receiver.received.slice(tries).some(({ body }) => body.includes("Southwind"))).toBe(true);
    });

    await test.step("gives a colleague a key that can do less", async () => {
      const colleague = await newBrowser(browser, installation);
      const [link = ""] = await invite(page, ["mira@example.com"], "member");
      await join(colleague, link, "Mira Member");
      const own = await createKey(colleague, "My script", "Track time");
      const refused = await api("/projects", { name: "Not mine" }, {}, own);
      expect([refused.status, JSON.stringify(refused.json)]).toEqual([403, expect.stringContaining("projects:write")]);
      expect((await api("/time-entries", undefined, {}, own)).json.data).toEqual([]);
      await colleague.getByRole("button", { name: "Actions for “My script”" }).click();
      await colleague.getByRole("menuitem", { name: "Revoke…" }).click();
      await colleague.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
      await expect.poll(async () => (await api("/me", undefined, {}, own)).status).toBe(401);
    });

    await test.step("reads the blog", async () => {
      await installation.run("blog", "import", "apps/server/src/commands/demo/articles");
      const blogs = await (await fetch(`${installation.url}/api/blogs/`)).json();
      expect(blogs.length).toBeGreaterThan(0);
      const first = await fetch(`${installation.url}/api/blogs/tags-that-last`);
      expect(first.status).toBe(200);
    });

    await expect(await totalOf(page)).toContainText("4:30");
    await installation.prove();
  } finally {
    await receiver.end();
    await rm(folder, { recursive: true, force: true });
  }
});
