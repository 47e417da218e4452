import type { Money } from "#identity/access.ts";
import { entryRuleNames } from "#identity/organizations/entry-rules.ts";
import type { Field, Fields } from "#platform/fields/fields.ts";
import { columnOf } from "#platform/fields/shown.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { exampleId, Hideable, Id, Instant, Nullable, OneOf, Text, wayOut } from "#platform/http/contract/schemas.ts";
import { type TSchema, Type } from "#platform/http/contract/type/type.ts";
import { lockReasons } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { entrySources } from "#tracking/ledger/entry-sources/entry-sources.ts";
import { rateScopes } from "#tracking/ledger/rates/prices.ts";

/**
 * How to convert the column's value. `word`: text that needs no escaping in JSON. `isSet`: whether the column has a
 * value. `end`: the entry's start plus the column's seconds.
 */
type Form = "word" | "text" | "integer" | "boolean" | "instant" | "list" | "isSet" | "end";

/** The permission that the reader needs to see a field: amounts, costs or billing. */
type Sight = "amounts" | "costs" | "billing";

export interface EntryField extends Field {
  form: Form;
  /** The column, if its name does not follow from the field's. */
  column?: string;
  /** If undefined, everyone who sees the entry sees the field. */
  seenWith?: Sight;
  /** Omits the field instead of showing null. */
  omitsNull?: true;
}

export const maxTags = 20;
export const longestTag = 50;
export const longestDescription = 2_000;
export const longestRef = 255;
export const longestDurationSeconds = 7 * 24 * 3600;
/** 68 years, the longest duration that can be stored, even after rounding. Only a timer may run that long. */
export const longestStoredSeconds = 68 * 365 * 86_400;

const shown = <Schema extends TSchema>(form: Form, schema: Schema, column?: string) => ({
  form,
  schema,
  ...(column === undefined ? {} : { column }),
});

const hideable = <Schema extends TSchema>(form: Form, schema: Schema, seenWith?: Sight, column?: string) => ({
  ...shown(form, Hideable(schema), column),
  omitsNull: true as const,
  ...(seenWith === undefined ? {} : { seenWith }),
});

const minor = (sight: Sight, description: string) => hideable("integer", Type.Integer({ description }), sight);

const rateSource = (sight: Sight, description: string) =>
  hideable("word", OneOf([...rateScopes, "none"], { description }), sight);

export const priceFields = {
  rateMinor: minor("amounts", "The hourly rate, in minor units, at the time the entry was written."),
  rateSource: rateSource("amounts", "The scope of the rate that applied; `none` if no rate did."),
  amountMinor: minor("amounts", "`rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`."),
  costRateMinor: minor("costs", "The internal cost per hour, in minor units."),
  costRateSource: rateSource("costs", "The scope of the cost rate that applied; `none` if no rate did."),
  costMinor: minor("costs", "`costRateMinor` × `durationSeconds` / 3600, rounded half up."),
} satisfies Record<string, EntryField>;

/** In the order in which the API returns the fields. */
export const entryFields = {
  id: shown("word", Type.String({ description: "The id of the time entry.", examples: [exampleId("time")] })),
  projectId: shown("word", Type.String({ description: "The project that the time was spent on." })),
  taskId: shown("word", Type.String({ description: "The task that the time was spent on." })),
  startedAt: shown(
    "instant",
    Instant("When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199."),
  ),
  durationSeconds: shown(
    "integer",
    Type.Integer({ minimum: 0, description: "Seconds; more than 7 days only if a timer ran that long." }),
  ),
  createdAt: shown("instant", stored.createdAt),
  endedAt: shown("end", Instant("`startedAt` plus the duration."), "duration_seconds"),
  userId: shown("word", Type.String({ description: "The member who worked." })),
  description: shown("text", Text({ maxLength: longestDescription, description: "The work that was done." })),
  tags: shown(
    "list",
    Type.Array(Type.String({ format: "name", minLength: 1, maxLength: longestTag }), {
      maxItems: maxTags,
      description: "Up to 20 labels, compared ignoring case.",
    }),
  ),
  billable: shown("boolean", Type.Boolean({ description: "Whether it is charged." })),
  billableSeconds: shown(
    "integer",
    Type.Integer({ description: "0 if not billable, otherwise the duration after the project's rounding." }),
  ),
  ...priceFields,
  externalRef: shown(
    "text",
    Nullable(
      Text({
        minLength: 1,
        maxLength: longestRef,
        description:
          "A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted.",
      }),
    ),
  ),
  source: shown(
    "word",
    Nullable(
      OneOf(entrySources, {
        description:
          "Where it came from, set when it is created: `timer` is a stopped timer; `manual`, `timesheet` and `calendar` are the dashboard; `api`, `cli` and `mcp` an API key; `import` an import. Null if it was created before this was recorded, or was permanently deleted.",
      }),
    ),
  ),
  billed: shown(
    "isSet",
    Type.Boolean({ description: "Whether it was billed by a billing batch." }),
    "billing_batch_id",
  ),
  billedAt: hideable(
    "instant",
    Instant("When it was billed; absent if it was not, and without `billing:read`."),
    "billing",
  ),
  billedReference: hideable(
    "text",
    Type.String({
      description: "The reference of its billing batch; absent like `billedAt`.",
      examples: ["2026-0042"],
    }),
    "billing",
  ),
  billingBatchId: hideable(
    "word",
    Type.String({ description: "The id of its billing batch; absent like `billedAt`.", examples: [exampleId("bill")] }),
    "billing",
  ),
  locked: shown(
    "isSet",
    Type.Boolean({ description: "Whether it is locked and cannot be changed; `lockedBy` says why." }),
    "locked_by",
  ),
  lockedBy: hideable(
    "list",
    Type.Array(OneOf(lockReasons), {
      description:
        "Why it is locked: it starts before the organization's lock date, it is in a timesheet that was submitted or approved, or it is billed. Absent if it is not locked.",
    }),
  ),
  breaks: hideable(
    "list",
    Type.Array(OneOf(entryRuleNames), {
      description:
        "The rules in the organization's `entryRules` that the entry broke when it was last written; stopped timers and imports are never refused. Absent if it breaks no rule that is on.",
    }),
    undefined,
    "shown_breaks",
  ),
  version: shown("integer", stored.version),
  updatedAt: shown("instant", stored.updatedAt),
  deletedAt: shown("instant", Nullable(Instant("When it was deleted; it can be restored for 30 days."))),
} satisfies Record<string, EntryField>;

/** The fields that every new entry must have. */
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
  column: string;
}

const namedFields = Object.entries<EntryField>(entryFields).map(([name, field]): NamedField => {
  return { ...field, name, column: field.column ?? columnOf(name) };
});

/** The columns that show an entry. */
export const fieldColumns = [...new Set(namedFields.map(({ column }) => column))];

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
