import type { Import, Project } from "@stint/sdk";
import { makeSampleCsv, sampleBudget } from "#figures/sample-csv.ts";
import { dayOf } from "#time/zoned.ts";
import { clock, stint } from "./client.ts";
import { isBeingWorkedOn, readAllAnew, uploadFile } from "./imports.ts";
import { all } from "./queries.ts";

/** Imports of this name are sample data. */
const fileName = "stint-sample-data.csv";
const pauseMs = 400;

/** Of the person of the session. */
interface Maker {
  user: { name: string; email: string };
  organization: { timeZone: string };
}

/** Imports sample data; gives the import, or undefined where the server could not make it out. */
export async function makeSampleData({ user, organization }: Maker): Promise<Import | undefined> {
  const today = dayOf(clock.now(), organization.timeZone);
  const csv = makeSampleCsv({ me: { name: user.name, email: user.email }, today });
  const uploaded = await uploadFile(new Blob([csv]), fileName, { source: "toggl", tz: organization.timeZone });
  const { id, status, questions } = await waitForEnd(uploaded);
  if (status !== "previewed" || questions.length > 0) {
    await stint.imports.delete(id);
    return undefined;
  }
  const applied = await waitForEnd(await stint.imports.apply(id));
  const project = await findBudgetProject();
  // Active, because an import leaves a project archived that an earlier removal archived.
  if (project !== undefined) await stint.projects.update(project.id, { budget: sampleBudget.budget, status: "active" });
  await readAllAnew();
  return applied.status === "applied" ? applied : undefined;
}

/** The imports of sample data whose objects are there. */
export const sampleQuery = {
  queryKey: ["imports", "sample"],
  queryFn: async () =>
    (await all(stint.imports.list())).filter((each) => each.fileName === fileName && each.status === "applied"),
};

/** Takes everything of an import of sample data back. */
export async function removeSampleData(id: string): Promise<void> {
  await stint.imports.delete(id);
  const { kept } = await waitForEnd(await stint.imports.get(id));
  await archiveBudgetProject(new Set(kept?.map((each) => each.id)));
  await readAllAnew();
}

/**
 * The undo keeps the project with the budget, because a budget is a change. Unless somebody uses or has changed it, it is
 * archived like the other ones, and then its client, if that is among `kept`.
 */
async function archiveBudgetProject(kept: ReadonlySet<string>): Promise<void> {
  const project = await findBudgetProject();
  if (project === undefined || project.budget === null || project.status === "archived") return;
  const { id, clientId } = project;
  const { totals } = await stint.reports.summary({ projectId: id });
  const timers = await all(stint.timers.list());
  if (totals.entries > 0 || timers.some(({ projectId }) => projectId === id)) return;
  await stint.projects.update(id, { status: "archived" });
  if (clientId === null || !kept.has(clientId)) return;
  const { data } = await stint.projects.list({ clientId, status: "active", limit: 1 });
  if (data.length === 0) await stint.clients.update(clientId, { archived: true });
}

/** The project of the sample's budget, as the sample makes it; none if a person has changed it. */
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

function isAsMade({ code, color, description, billable, rounding, visibility, memberIds, budget }: Project): boolean {
  const isPlain = code === null && color === null && description === "" && rounding === null;
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
