import { expect, open, test } from "../page/journey.ts";

const hourMs = 3_600_000;

test("a timer that was left running can be stopped at the last activity with one key", async ({ page, person }) => {
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 12 * hourMs;
  const startedAt = new Date(start);
  await person.stint.timer.start({
    projectId: person.project.id,
    taskId: person.taskId,
    startedAt,
    description: "Left",
  });
  // The person was last active on the device three hours after the timer started.
  await page.clock.install({ time: start + 3 * hourMs });
  await page.goto("/sign-in");
  const { user } = await person.stint.me.get();
  await page.evaluate(
    ([name, last]) => {
      const activity = { last, pauseFrom: 0, pauseTo: 0 };
      localStorage.setItem(name, JSON.stringify(activity));
    },
    [`${user.id}  activity`, start + 3 * hourMs] as const,
  );
  await page.clock.setSystemTime(start + 12 * hourMs);
  await open(page, "/time");
  const block = page.getByRole("region", { name: "Still working?" });
  await expect(block).toContainText("The timer has been running for 12:0");
  await expect(block.getByRole("button", { name: /^Stop at .* \(last active\)/ })).toBeVisible();
  await page.keyboard.press("t");
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  const lasted = async () => (await person.stint.timeEntries.list({ userId: "me" })).data[0]?.durationSeconds;
  await expect.poll(lasted).toBe(3 * 3600);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(block).toBeVisible();
});

test("a timer that was left running is stopped at any other time", async ({ page, person }) => {
  const startedAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 30 * hourMs);
  await person.stint.timer.start({
    projectId: person.project.id,
    taskId: person.taskId,
    startedAt,
    description: "Left",
  });
  await open(page, "/time");
  const block = page.getByRole("region", { name: "Still working?" });
  const end = new Date(startedAt.getTime() + 2.5 * hourMs);
  const clock = end.toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit" });
  await block.getByRole("textbox", { name: "Stop at" }).fill(clock);
  await page.keyboard.press("Tab");
  await block.getByRole("button", { name: "Stop and keep: 2:30" }).click();
  const lasted = async () => (await person.stint.timeEntries.list({ userId: "me" })).data[0]?.durationSeconds;
  await expect.poll(lasted).toBe(2.5 * 3600);
});
