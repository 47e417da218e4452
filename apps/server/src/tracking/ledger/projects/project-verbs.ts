import { type Actor, may } from "#identity/access.ts";
import { listActiveRoles } from "#identity/members/queries.ts";
import { changeEntryRules, lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { type AppError, notFound, refusal } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { isMoneyBudget, readBudget, toBudget } from "#tracking/ledger/budgets/read-budget.ts";
import { resettleBudget } from "#tracking/ledger/budgets/resettle-budget.ts";
import type { Budget, BudgetInput } from "#tracking/ledger/budgets/schemas.ts";
import { findClient } from "#tracking/ledger/clients/queries.ts";
import { chooseColors } from "./colors.ts";
import { projectFields } from "./fields.ts";
import { hidesBudget, type ProjectRow, projects } from "./project.ts";
import type { CreateProject, UpdateProject } from "./schemas.ts";

/** Deletes the tasks of a project. */
export type RemoveTasks = (tx: Transaction, actor: Actor, projectId: string) => Promise<void>;

export async function createProject(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateProject },
): Promise<ProjectRow> {
  const budget = wantedBudget(actor, input.budget ?? null);
  // Locks the rules for entries, because they include the currency of the budget's amount.
  if (budget !== null) await lockEntryRules(tx, actor.orgId);
  await checkClient(tx, actor, input.clientId);
  await checkMembers(tx, actor.orgId, input.memberIds ?? [], []);
  const color = input.color === undefined ? (await chooseColors(tx, actor.orgId))() : input.color;
  const wanted = { ...newColumns(projectFields, { ...input, color }), ...roundingColumns(input.rounding), budget };
  return projects.insert(tx, actor, wanted);
}

export async function changeProject(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateProject>,
  { now }: { now: Date },
): Promise<ProjectRow> {
  if (input.budget !== undefined) await changeEntryRules(tx, actor.orgId);
  const before = await projects.lock(tx, actor, { id });
  const wanted = merged(actor, before, input);
  await checkClient(tx, actor, input.clientId);
  await checkMembers(tx, actor.orgId, wanted.member_ids, before.member_ids);
  const archives = wanted.status === "archived" && before.status !== "archived";
  const action = archives ? "project.archived" : "project.updated";
  const row = await projects.change(tx, actor, before, wanted, { ifMatch, action });
  if (wanted.budget !== before.budget) await resettleBudget(tx, actor, row, toBudget(before.budget), now);
  return row;
}

/** Deletes a project with its tasks, which `removeTasks` deletes, unless they are used; it can still be archived. */
export async function removeProject(
  tx: Transaction,
  actor: Actor,
  target: Target,
  { removeTasks }: { removeTasks: RemoveTasks },
): Promise<void> {
  const row = await projects.lockForRemoval(tx, actor, target);
  await removeTasks(tx, actor, row.id);
  await projects.remove(tx, actor, row);
}

function merged(actor: Actor, before: ProjectRow, input: UpdateProject) {
  const { rounding_mode, rounding_minutes } = before;
  return {
    ...changedColumns(projectFields, before, input),
    ...(input.rounding === undefined ? { rounding_mode, rounding_minutes } : roundingColumns(input.rounding)),
    budget: input.budget === undefined ? before.budget : changedBudget(actor, before, input.budget),
  };
}

function roundingColumns(rounding: CreateProject["rounding"]): Pick<ProjectRow, "rounding_mode" | "rounding_minutes"> {
  return { rounding_mode: rounding?.mode ?? null, rounding_minutes: rounding?.minutes ?? null };
}

/**
 * The budget to store: the stored one, unless the input differs from it. An actor who may not see money budgets may
 * neither set one nor replace an existing one.
 */
function changedBudget(actor: Actor, before: ProjectRow, input: BudgetInput | null): Budget | null {
  if (hidesBudget(before, actor)) throw moneyForbidden();
  const wanted = wantedBudget(actor, input);
  return JSON.stringify(wanted) === JSON.stringify(toBudget(before.budget)) ? before.budget : wanted;
}

function wantedBudget(actor: Actor, input: BudgetInput | null): Budget | null {
  if (input === null) return null;
  if (isMoneyBudget(input) && !may(actor, "costs:read")) throw moneyForbidden();
  return readBudget(input);
}

function moneyForbidden(): AppError {
  const message =
    "Setting or replacing a money budget needs the scope costs:read. Use a key that has it, or ask someone who has it.";
  return refusal("/budget", "insufficient_scope", message);
}

async function checkClient(db: Database, actor: Actor, clientId: string | null | undefined): Promise<void> {
  if (clientId === undefined || clientId === null) return;
  const client = await findClient(db, actor.orgId, asId(clientId), sql`for key share`);
  if (client === undefined) throw notFound("client", "/clientId");
}

/**
 * Throws 404 if an added member does not exist or is deactivated. Deactivated members who already belong to the project
 * may stay.
 */
async function checkMembers(db: Database, orgId: string, wanted: string[], before: string[]): Promise<void> {
  const known = new Set(before);
  const added = wanted.filter((id) => !known.has(id));
  if (added.length === 0) return;
  const active = await listActiveRoles(db, orgId, added.map(asId));
  const missing = wanted.findIndex((id) => !known.has(id) && !active.has(id));
  if (missing >= 0) throw notFound("active member", `/memberIds/${missing}`);
}
