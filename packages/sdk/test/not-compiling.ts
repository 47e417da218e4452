// Never run: `npm run check` fails if a marked call compiles or an unmarked call does not.
import { ApiError, ConflictError, type ErrorCode, type Stint, verifyWebhook } from "#src/index.ts";

export async function notCompiling(stint: Stint): Promise<void> {
  const entry = { projectId: "proj_1", taskId: "task_1", startedAt: "2026-03-02T09:00:00Z", durationSeconds: 60 };
  await stint.timeEntries.create({ ...entry, tags: ["a"], startedAt: new Date() });
  // @ts-expect-error -- durationSeconds is missing
  await stint.timeEntries.create({ projectId: "proj_1", taskId: "task_1", startedAt: "2026-03-02T09:00:00Z" });
  // @ts-expect-error -- a misspelt field
  await stint.timeEntries.create({ ...entry, descripton: "x" });
  // @ts-expect-error -- a number isn't an instant
  await stint.timeEntries.create({ ...entry, startedAt: 1_772_442_000 });
  // @ts-expect-error -- null does not clear a required field
  await stint.timeEntries.update("time_1", { projectId: null });
  await stint.timeEntries.update("time_1", { description: null }, { ifMatch: { version: 3 } });
  // @ts-expect-error -- a number isn't a version
  await stint.timeEntries.update("time_1", {}, { ifMatch: 3 });
  // @ts-expect-error -- PATCH has no Idempotency-Key
  await stint.timeEntries.update("time_1", {}, { idempotencyKey: "x" });
  // @ts-expect-error -- a new entry has no version to match
  await stint.timeEntries.create(entry, { ifMatch: { version: 1 } });
  // @ts-expect-error -- the project comes first
  await stint.tasks.create({ name: "Build" });
  // @ts-expect-error -- a misspelt filter would show everybody's hours
  await stint.timeEntries.list({ project: "proj_1" });
  // @ts-expect-error -- a comma in a single text would be ambiguous
  await stint.timeEntries.list({ tag: "a,b" });
  await stint.timeEntries.list({ tag: ["a,b"], projectId: "proj_1", userId: ["me"] });
  // @ts-expect-error -- not a grouping
  await stint.reports.summary({ groupBy: ["month"] });
  // @ts-expect-error -- a file has no totals
  void (await stint.reports.summary({ format: "csv" })).totals;
  (await stint.reports.summary({ format: "json" })).totals.seconds.toFixed();
  // @ts-expect-error -- a report isn't a file
  await (await stint.reports.summary()).text();
  // @ts-expect-error -- a file isn't a list
  void (await stint.auditEvents.list({ format: "xlsx" })).data;
  for await (const event of stint.auditEvents.list({ action: "project.*" })) void event.requestId;
  // @ts-expect-error -- a page isn't an array
  (await stint.projects.list()).map((project) => project.id);
  // @ts-expect-error -- not an operation
  await stint.tags.create({ name: "x" });
  // @ts-expect-error -- callers who may not see money get no amount
  (await stint.timeEntries.get("time_1")).amountMinor.toFixed();
  // @ts-expect-error -- an object of another resource
  await stint.projects.get("proj_1", { ifNoneMatch: await stint.tasks.get("task_1") });
  const { stopped } = await stint.timer.start({ projectId: "proj_1" });
  // @ts-expect-error -- there may have been no timer
  void stopped.id;
}

export function notCompilingErrors(error: unknown): string {
  if (error instanceof ConflictError) {
    // @ts-expect-error -- a code of another status
    if (error.code === "not_found") return "";
    return error.code === "period_locked" ? "locked" : "other";
  }
  if (!(error instanceof ApiError)) return "";
  // @ts-expect-error -- a misspelt code
  if (error.code === "rate_limit") return "";
  const code: ErrorCode | undefined = error.code;
  return code ?? "";
}

export async function notCompilingEvents(body: string): Promise<void> {
  const event = await verifyWebhook(body, new Headers(), "whsec_x");
  // @ts-expect-error -- the type must be narrowed first
  void event.data.object.durationSeconds;
  if (event.type === "time_entry.created") event.data.object.durationSeconds.toFixed();
  // @ts-expect-error -- not a type of event
  if (event.type === "time_entry.made") return;
}
