import type { Resource } from "#identity/history/resource.ts";
import { raw, type Sql, sql } from "#platform/database/database.ts";
import { initialColumns } from "#platform/fields/fields.ts";
import { noPrices } from "#tracking/ledger/rates/prices.ts";
import { resources } from "#tracking/exchange/resources.ts";

/** A kind of object with change rows. Each row is compared with its last change row. */
export interface Kind {
  name: string;
  /** The prefixes of its action names. */
  actions: string[];
  /** Those of `actions` that only report an event: their change rows do not contain the row's state. */
  happenings: string[];
  /** Actions that delete the row. */
  ends: string[];
  table: string;
  /** The composite type that its change rows are converted to. */
  type: string;
  /** The column with the organization's id. */
  tenant: string;
  /** The column whose value change rows store as `target_id`. */
  id: string;
  prefix: string;
  /** The column that distinguishes successive rows with the same id. */
  instance: string | undefined;
  /** Columns written without a change row. Derived columns are compared with their source instead. */
  ignored: string[];
  /** The digests that change rows contain instead of secrets, by the column of the secret. */
  digests: Record<string, string>;
  /** Whether each version has one change row. */
  countsVersions: boolean;
  /** Whether the row has a version and an update time. */
  hasVersion: boolean;
  /** Whether change rows contain the former values of all changed columns, except those in `unexplained`. */
  explains: boolean;
  /** Columns whose former values may be missing from change rows. */
  unexplained: string[];
  /** Whether rows may lack change rows, because an operator may have created them in SQL. */
  mayLackHistory: boolean;
  /** Whether deleted rows remain as tombstones. */
  staysForEver: boolean;
  /** Whether contradictions can be repaired, which gives the row a new version. */
  isRepaired: boolean;
  /** Defaults for columns that older change rows lack. */
  later: Record<string, unknown>;
}

/** The differences from the default, by kind. */
const particulars: Record<string, Partial<Kind>> = {
  organization: { tenant: "id", countsVersions: false, mayLackHistory: true },
  member: { id: "user_id", countsVersions: false, explains: false, isRepaired: false },
  rate: { countsVersions: false },
  time_entry: {
    staysForEver: true,
    later: { ...noPrices },
  },
  // `instance` distinguishes a member's successive timers. Timers are not repaired, because they are short-lived.
  timer: {
    id: "user_id",
    prefix: "user_",
    instance: "created_at",
    ends: ["timer.stopped", "timer.discarded"],
    explains: false,
    isRepaired: false,
  },
  // Not repaired, because change rows lack the batch's lines: a repair would create a batch without lines.
  billing_batch: { isRepaired: false },
  report_link: { ends: ["report_link.revoked"], countsVersions: false, hasVersion: false },
  calendar_feed: { ends: ["calendar_feed.ended"], countsVersions: false, hasVersion: false },
  // Processing an import raises its version without writing a change row.
  import: { countsVersions: false, explains: false, isRepaired: false },
  // Sessions and grants are stored as API keys. Change rows of sessions may lack the former `last_four`, and earlier
  // versions recorded no former `proved_by`, which is a fact of the change rather than a column.
  api_key: { actions: ["api_key.", "session.", "grant."], unexplained: ["last_four", "proved_by"] },
};

const proved = resources.flatMap((resource: Resource): Kind[] => {
  const { kind: name, prefix = "", rowType, proof, actions, fields = {} } = resource;
  const table = proof?.table ?? rowType;
  if (table === undefined || (prefix === "" && proof === undefined)) return [];
  return [
    {
      name,
      actions: [`${name}.`],
      happenings: actions.filter(({ isHappening }) => isHappening === true).map((action) => action.name),
      ends: [`${name}.deleted`],
      table,
      type: rowType ?? table,
      tenant: "org_id",
      id: "id",
      prefix: `${prefix}_`,
      instance: undefined,
      ignored: Object.keys(proof?.unrecorded ?? {}),
      digests: { ...proof?.digests },
      countsVersions: true,
      hasVersion: true,
      explains: true,
      unexplained: [],
      mayLackHistory: false,
      staysForEver: false,
      isRepaired: true,
      later: initialColumns(fields),
      ...particulars[name],
    },
  ];
});

function kindNamed(name: string): Kind {
  const kind = proved.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind is named ${name}`);
  return kind;
}

export const entryKind = kindNamed("time_entry");

/** The repairable kinds, in dependency order. */
export const repairedKinds = proved.filter(({ isRepaired }) => isRepaired);

export const kinds = [...repairedKinds, ...proved.filter(({ isRepaired }) => !isRepaired)];

/** A range of ids, or a list of ids. */
export type Block = { from: string; to: string } | { ids: string[] };

export function within(column: string, block: Block): Sql {
  if ("ids" in block) return sql`${raw(column)} = any(${block.ids})`;
  return sql`${raw(column)} >= ${block.from} and ${raw(column)} < ${block.to}`;
}

/** Returns a condition: the change row contains the state of a row of this kind. */
export function isOf({ actions, happenings }: Kind): Sql {
  const named = actions.map((name) => `starts_with(action, '${name}')`).join(" or ");
  return sql`(${raw(named)}) and action <> all(${happenings})`;
}

/** Selects `id` and `row` for a block's rows, in the form that change rows store. */
export function storedRows(kind: Kind, orgId: string, block: Block): Sql {
  if (kind.name === "member") {
    return sql`
      select t.user_id as id, to_jsonb((t.org_id, t.user_id, u.name, u.email, t.role, t.deactivated_at, t.version, t.created_at,
                                        t.updated_at)::shown_members) as row
        from members t left join users u on u.id = t.user_id
       where t.org_id = ${orgId} and ${within("t.user_id", block)}`;
  }
  return sql`
    select t.${raw(kind.id)} as id, ${recorded(kind, "t")} as row from ${raw(kind.table)} t
     where t.${raw(kind.tenant)} = ${orgId} and ${within(`t.${kind.id}`, block)}`;
}

/** A row in the form that change rows store: with digests in place of secrets. */
export function recorded({ digests }: Kind, row: string): Sql {
  const secrets = Object.entries(digests);
  if (secrets.length === 0) return sql`to_jsonb(${raw(row)})`;
  const made = secrets.map(([column, name]) => `'${name}', encode(sha256(${row}.${column}), 'hex')`);
  return sql`to_jsonb(${raw(row)}) - ${secrets.map(([column]) => column)}::text[] || jsonb_build_object(${raw(made.join(", "))})`;
}

/** The object of a change row, with instants and numbers formatted like the table's columns. */
export function normalized({ type, digests }: Kind, object: string): Sql {
  const typed = sql`to_jsonb(jsonb_populate_record(null::${raw(type)}, ${raw(object)}))`;
  return Object.keys(digests).length === 0 ? typed : sql`(${raw(object)} || ${typed})`;
}
