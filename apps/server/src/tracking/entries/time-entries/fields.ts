import type { Money } from "#identity/access.ts";
import { entryRuleNames } from "#identity/organizations/entry-rules.ts";
import type { Field, Fields } from "#platform/fields/fields.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { exampleId, Hideable, Id, Instant, Nullable, OneOf, Text, wayOut } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { lockReasons } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { entrySources } from "#tracking/ledger/entry-sources/entry-sources.ts";
import { type EntryPrices, rateScopes } from "#tracking/ledger/rates/prices.ts";

export interface EntryField extends Field {
  column: string;
  /**
   * How to convert the column's value. `word`: text that needs no escaping in JSON. `isSet`: whether the column has a
   * value. `end`: the entry's start plus the column's seconds.
   */
  form: "word" | "text" | "integer" | "boolean" | "instant" | "list" | "isSet" | "end";
  /**
   * Which permission the reader needs to see the field: amounts, costs or billing. If undefined, everyone who sees
   * the entry sees it.
   */
  seenWith?: "amounts" | "costs" | "billing";
  /** Omits the field instead of showing null. */
  omitsNull?: true;
}

export const maxTags = 20;
export const longestDurationSeconds = 7 * 24 * 3600;

const rateSource = (description: string) => Hideable(OneOf([...rateScopes, "none"], { description }));
const minor = (description: string) => Hideable(Type.Integer({ description }));

export const priceFields = {
  rateMinor: {
    column: "rate_minor",
    form: "integer",
    seenWith: "amounts",
    schema: minor("The hourly rate, in minor units, at the time the entry was written."),
  },
  rateSource: {
    column: "rate_source",
    form: "word",
    seenWith: "amounts",
    schema: rateSource("The scope of the rate that applied; `none` if no rate did."),
  },
  amountMinor: {
    column: "amount_minor",
    form: "integer",
    seenWith: "amounts",
    schema: minor("`rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`."),
  },
  costRateMinor: {
    column: "cost_rate_minor",
    form: "integer",
    seenWith: "costs",
    schema: minor("The internal cost per hour, in minor units."),
  },
  costRateSource: {
    column: "cost_rate_source",
    form: "word",
    seenWith: "costs",
    schema: rateSource("The scope of the cost rate that applied; `none` if no rate did."),
  },
  costMinor: {
    column: "cost_minor",
    form: "integer",
    seenWith: "costs",
    schema: minor("`costRateMinor` × `durationSeconds` / 3600, rounded half up."),
  },
} as const satisfies Record<string, EntryField & { column: keyof EntryPrices }>;

/** In the order in which the API returns the fields. */
export const entryFields = {
  id: {
    column: "id",
    form: "word",
    schema: Type.String({ description: "The id of the time entry.", examples: [exampleId("time")] }),
  },
  projectId: {
    column: "project_id",
    form: "word",
    schema: Type.String({ description: "The project that the time was spent on." }),
  },
  taskId: {
    column: "task_id",
    form: "word",
    schema: Type.String({ description: "The task that the time was spent on." }),
  },
  startedAt: {
    column: "started_at",
    form: "instant",
    schema: Instant("When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199."),
  },
  durationSeconds: {
    column: "duration_seconds",
    form: "integer",
    schema: Type.Integer({ minimum: 0, description: "Seconds; more than 7 days only if a timer ran that long." }),
  },
  createdAt: { column: "created_at", form: "instant", schema: stored.createdAt },
  endedAt: { column: "duration_seconds", form: "end", schema: Instant("`startedAt` plus the duration.") },
  userId: { column: "user_id", form: "word", schema: Type.String({ description: "The member who worked." }) },
  description: {
    column: "description",
    form: "text",
    schema: Text({ maxLength: 2000, description: "The work that was done." }),
  },
  tags: {
    column: "tags",
    form: "list",
    schema: Type.Array(Type.String({ format: "name", minLength: 1, maxLength: 50 }), {
      maxItems: maxTags,
      description: "Up to 20 labels, compared ignoring case.",
    }),
  },
  billable: { column: "billable", form: "boolean", schema: Type.Boolean({ description: "Whether it is charged." }) },
  billableSeconds: {
    column: "billable_seconds",
    form: "integer",
    schema: Type.Integer({ description: "0 if not billable, otherwise the duration after the project's rounding." }),
  },
  ...priceFields,
  externalRef: {
    column: "external_ref",
    form: "text",
    schema: Nullable(
      Text({
        minLength: 1,
        maxLength: 255,
        description:
          "A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted.",
      }),
    ),
  },
  source: {
    column: "source",
    form: "word",
    schema: Nullable(
      OneOf(entrySources, {
        description:
          "Where it came from, set when it is created: `timer` is a stopped timer; `manual`, `timesheet` and `calendar` are the dashboard; `api`, `cli` and `mcp` an API key; `import` an import. Null if it was created before this was recorded, or was permanently deleted.",
      }),
    ),
  },
  billed: {
    column: "billing_batch_id",
    form: "isSet",
    schema: Type.Boolean({ description: "Whether it was billed by a billing batch." }),
  },
  billedAt: {
    column: "billed_at",
    form: "instant",
    seenWith: "billing",
    omitsNull: true,
    schema: Hideable(Instant("When it was billed; absent if it was not, and without `billing:read`.")),
  },
  billedReference: {
    column: "billed_reference",
    form: "text",
    seenWith: "billing",
    omitsNull: true,
    schema: Hideable(
      Type.String({
        description: "The reference of its billing batch; absent like `billedAt`.",
        examples: ["2026-0042"],
      }),
    ),
  },
  billingBatchId: {
    column: "billing_batch_id",
    form: "word",
    seenWith: "billing",
    omitsNull: true,
    schema: Hideable(
      Type.String({
        description: "The id of its billing batch; absent like `billedAt`.",
        examples: [exampleId("bill")],
      }),
    ),
  },
  locked: {
    column: "locked_by",
    form: "isSet",
    schema: Type.Boolean({ description: "Whether it is locked and cannot be changed; `lockedBy` says why." }),
  },
  lockedBy: {
    column: "locked_by",
    form: "list",
    omitsNull: true,
    schema: Hideable(
      Type.Array(OneOf(lockReasons), {
        description:
          "Why it is locked: it starts before the organization's lock date, it is in a timesheet that was submitted or approved, or it is billed. Absent if it is not locked.",
      }),
    ),
  },
  breaks: {
    column: "shown_breaks",
    form: "list",
    omitsNull: true,
    schema: Hideable(
      Type.Array(OneOf(entryRuleNames), {
        description:
          "The rules in the organization's `entryRules` that the entry broke when it was last written; stopped timers and imports are never refused. Absent if it breaks no rule that is on.",
      }),
    ),
  },
  version: { column: "version", form: "integer", schema: stored.version },
  updatedAt: { column: "updated_at", form: "instant", schema: stored.updatedAt },
  deletedAt: {
    column: "deleted_at",
    form: "instant",
    schema: Nullable(Instant("When it was deleted; it can be restored for 30 days.")),
  },
} as const satisfies Record<string, EntryField>;

/** What every new entry needs. */
export const requiredFields = {
  projectId: { schema: Id(exampleId("proj"), "The project that the time was spent on.") },
  taskId: {
    schema: wayOut(
      Id(exampleId("task"), "A task of that project."),
      "GET /v1/projects/{id}/tasks lists the project's tasks; a timer (POST /v1/timer) needs none and uses the task General",
    ),
  },
  startedAt: { schema: entryFields.startedAt.schema },
  durationSeconds: {
    schema: Type.Integer({
      minimum: 0,
      maximum: longestDurationSeconds,
      description: "Its duration in seconds: 0 to 604,800 (7 days).",
      examples: [3600],
    }),
  },
} as const satisfies Fields;

export const optionalFields = {
  userId: {
    schema: Id(
      exampleId("user"),
      "The member who worked; by default the key's member. Requires permission for another member.",
    ),
  },
  description: { schema: entryFields.description.schema, initial: "", nullResets: true },
  tags: { schema: entryFields.tags.schema, initial: [], nullResets: true },
  // Stored as `billable_choice`, because `billable` shows what it leads to.
  billable: {
    schema: Nullable(
      Type.Boolean({ description: "Absent or null means inherited from the task, or otherwise from the project." }),
    ),
    initial: null,
  },
  externalRef: { schema: entryFields.externalRef.schema, initial: null },
} as const satisfies Fields;

/** The fields that callers set, and that are stored. */
export const writtenFields = { ...requiredFields, ...optionalFields };

export interface NamedField extends EntryField {
  name: string;
  column: (typeof entryFields)[keyof typeof entryFields]["column"];
}
const namedFields = Object.entries(entryFields).map(([name, field]): NamedField => ({ name, ...field }));
const rights: Record<Money, readonly string[]> = { all: ["amounts", "costs"], amounts: ["amounts"], none: [] };

/** The fields that a reader with these permissions sees. */
export function fieldsSeen(money: Money, showsBilling: boolean): NamedField[] {
  const seen = showsBilling ? [...rights[money], "billing"] : rights[money];
  return namedFields.filter(({ seenWith }) => seenWith === undefined || seen.includes(seenWith));
}

/** Calls `prepare` once for each combination of permissions, with the fields that these permissions show. */
export function bySight<Prepared>(prepare: (fields: NamedField[]) => Prepared) {
  const ofEach = (showsBilling: boolean): Record<Money, Prepared> => ({
    all: prepare(fieldsSeen("all", showsBilling)),
    amounts: prepare(fieldsSeen("amounts", showsBilling)),
    none: prepare(fieldsSeen("none", showsBilling)),
  });
  const [withBilling, without] = [ofEach(true), ofEach(false)];
  return (money: Money, showsBilling: boolean): Prepared => (showsBilling ? withBilling : without)[money];
}
