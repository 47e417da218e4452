import type { Actor } from "#identity/access.ts";
import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { violates } from "#platform/database/database-errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { type AppError, gone, invalid, notFound, refusal } from "#platform/errors.ts";
import { when } from "#platform/http/contract/schemas.ts";
import type { Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { effectiveAt } from "./effective-at.ts";
import { lockRates } from "./queries.ts";
import { type RateRow, rates } from "./rate.ts";
import type { RateScope } from "./prices.ts";
import { type CreateRate, firstEffectiveFrom } from "./schemas.ts";

/** Creates a rate. It applies to entries written from now on; existing entries need repricing. */
export async function createRate(tx: Transaction, actor: Actor, { input }: { input: CreateRate }): Promise<RateRow> {
  const subject = readSubject(input);
  await lockEntryRules(tx, actor.orgId);
  await lockRates(tx, actor.orgId);
  const organization = await findOrganization(tx, actor.orgId);
  if (organization === undefined) throw gone("organization");
  const effectiveFrom = input.effectiveFrom ?? firstEffectiveFrom;
  return rates
    .insert(tx, actor, {
      kind: input.kind,
      scope: input.scope,
      ...subject,
      rate_minor: input.rateMinor,
      effective_from: effectiveFrom,
      effective_at: effectiveAt(effectiveFrom, organization.time_zone),
    })
    .catch((error: unknown) => {
      throw refusalOf(error) ?? error;
    });
}

/** Deletes a rate. Existing entries keep their amounts. */
export async function removeRate(tx: Transaction, actor: Actor, target: Target): Promise<void> {
  await lockRates(tx, actor.orgId);
  await rates.remove(tx, actor, await rates.lockForRemoval(tx, actor, target));
}

type SubjectField = "userId" | "projectId" | "taskId";

const subjectOf: Record<RateScope, readonly SubjectField[]> = {
  organization: [],
  member: ["userId"],
  project: ["projectId"],
  projectMember: ["projectId", "userId"],
  task: ["taskId"],
};

/** What `readSubject` requires, for the OpenAPI document. */
export const rateRules = {
  allOf: Object.entries<readonly string[]>(subjectOf).map(([scope, needed]) => {
    const typeOf = (field: string) => ({ type: needed.includes(field) ? "string" : "null" });
    const types = ["userId", "projectId", "taskId"].map((field) => [field, typeOf(field)]);
    return when("scope", scope, { required: needed, properties: Object.fromEntries(types) });
  }),
};

/** The ids of the rate's subject. Throws 422 if an id is missing or does not belong to the scope. */
function readSubject(input: CreateRate): Pick<RateRow, "user_id" | "project_id" | "task_id"> {
  const needed = subjectOf[input.scope];
  const read = (field: SubjectField): string | null => {
    const id = input[field] ?? null;
    if (id === null && needed.includes(field)) {
      throw invalid(`/${field}`, "required", `is required if scope is ${input.scope}`);
    }
    if (id !== null && !needed.includes(field)) {
      throw invalid(`/${field}`, "not_allowed", `must be omitted if scope is ${input.scope}`);
    }
    return id === null ? null : asId(id);
  };
  return { user_id: read("userId"), project_id: read("projectId"), task_id: read("taskId") };
}

function refusalOf(error: unknown): AppError | undefined {
  if (violates(error, "rates_member_fkey")) return notFound("member", "/userId");
  if (violates(error, "rates_project_fkey")) return notFound("project", "/projectId");
  if (violates(error, "rates_task_fkey")) return notFound("task", "/taskId");
  if (!violates(error, "rates_subject_key")) return undefined;
  const message =
    "There is already a rate of this kind for the same target from the same day. Delete it, or choose another effectiveFrom.";
  return refusal("/effectiveFrom", "rate_exists", message);
}
