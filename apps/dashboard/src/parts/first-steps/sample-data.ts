import { ApiError, type Import, type Project } from "@stint/sdk";
import { makeSampleCsv, sampleBudget } from "./sample-csv.ts";
import { dayOf } from "#time/zoned.ts";
import { clock, stint } from "#api/connection/client.ts";
import { isBeingWorkedOn, uploadFile } from "#api/imports.ts";
import { all, defineQuery, refreshAll } from "#api/queries.ts";

/** Identifies imports of sample data. */
const fileName = "stint-sample-data.csv";
const pauseMs = 400;

interface Maker {
  user: { name: string; email: string };
  organization: { timeZone: string; currency: string };
}

type SampleNames = Parameters<typeof makeSampleCsv>[0]["names"];

/** Imports the sample data; returns the import, or undefined if the server couldn't read it. */
export async function makeSampleData({ user, organization }: Maker, names: SampleNames): Promise<Import | undefined> {
  const today = dayOf(clock.now(), organization.timeZone);
  const { timeZone, currency } = organization;
  const csv = makeSampleCsv({ me: { name: user.name, email: user.email }, currency, today, names });
  const uploaded = await uploadFile(new Blob([csv]), fileName, { source: "clockify", tz: timeZone });
  const { id, status, questions } = await waitForEnd(uploaded);
  if (status !== "previewed" || questions.length > 0) {
    await stint.imports.delete(id);
    return undefined;
  }
  await stint.imports.update(id, { rates: "take" });
  const applied = await waitForEnd(await stint.imports.apply(id));
  const project = await findBudgetProject();
  // An earlier removal may have archived the project, so its status is set too.
  if (project !== undefined) await stint.projects.update(project.id, { budget: sampleBudget.budget, status: "active" });
  await refreshAll();
  return applied.status === "applied" ? applied : undefined;
}

/** The sample imports that haven't been undone. */
export const sampleQuery = defineQuery(["sample-data"], async () =>
  (await all(stint.imports.list())).filter((each) => isSampleFile(each) && each.status === "applied"),
);

export function isSampleFile(imported: Import): boolean {
  return imported.fileName === fileName;
}

export async function removeSampleData(id: string): Promise<void> {
  await stint.imports.delete(id);
  const { kept } = await waitForEnd(await stint.imports.get(id));
  await deleteBudgetProject(new Set(kept?.map((each) => each.id)));
  await refreshAll();
}

/**
 * Deletes the sample project, which the undo of the import keeps because setting its budget counted as an edit. Keeps
 * the project if someone uses or has edited it. Then deletes its client, if the undo kept the client too.
 */
async function deleteBudgetProject(kept: ReadonlySet<string>): Promise<void> {
  const project = await findBudgetProject();
  if (project === undefined || project.budget === null) return;
  const { id, clientId } = project;
  const { totals } = await stint.reports.summary({ projectId: id });
  const timers = await all(stint.timers.list());
  if (totals.entries > 0 || timers.some(({ projectId }) => projectId === id)) return;
  try {
    await stint.projects.delete(id);
  } catch (error) {
    // Entries that someone edited and deleted still refer to the project, because they can be restored.
    if (!(error instanceof ApiError) || error.code !== "has_time_entries") throw error;
    await stint.projects.update(id, { status: "archived" });
    return;
  }
  if (clientId === null || !kept.has(clientId)) return;
  const { data } = await stint.projects.list({ clientId, limit: 1 });
  if (data.length === 0) await stint.clients.delete(clientId);
}

/** The sample project, with or without its budget, unless someone has edited it. */
async function findBudgetProject(): Promise<Project | undefined> {
  const clients = await all(stint.clients.list());
  const projects = await all(stint.projects.list({ q: sampleBudget.project }));
  return projects.find(
    (project) =>
      project.name === sampleBudget.project &&
      clients.some(({ id, name }) => id === project.clientId && name === sampleBudget.client) &&
      isAsMade(project),
  );
}

function isAsMade({ code, description, billable, rounding, visibility, memberIds, budget }: Project): boolean {
  const isPlain = code === null && description === "" && rounding === null;
  const isOpenToAll = billable && visibility === "organization" && memberIds.length === 0;
  return isPlain && isOpenToAll && (budget === null || (budget !== undefined && isSampleBudget(budget)));
}

function isSampleBudget(budget: NonNullable<Project["budget"]>): boolean {
  const { kind, seconds, period, startsOn, billableOnly, onExceed } = sampleBudget.budget;
  return (
    budget.kind === kind &&
    budget.seconds === seconds &&
    budget.period === period &&
    budget.startsOn === startsOn &&
    budget.billableOnly === billableOnly &&
    budget.onExceed === onExceed &&
    budget.alertPercents.join() === sampleBudget.budget.alertPercents.join()
  );
}

async function waitForEnd(imported: Import): Promise<Import> {
  let now = imported;
  while (isBeingWorkedOn(now)) {
    await stint.pause(pauseMs);
    now = await stint.imports.get(imported.id);
  }
  return now;
}
