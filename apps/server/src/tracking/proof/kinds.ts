import type { Resource } from "#identity/history/resource.ts";
import { raw, type Sql, sql } from "#platform/database/database.ts";
import { resources } from "#tracking/resources.ts";

/** Objects that have change rows, each compared with its last one. */
export interface Kind {
  /** As its actions begin. */
  name: string;
  table: string;
  /** The composite type that reads its change rows. */
  type: string;
  /** The column that names the organization. */
  tenant: string;
  prefix: string;
  /** Columns that are written without a change row; those that are derived are checked against their source. */
  ignored: string[];
  /** Each version has one change row. */
  countsVersions: boolean;
  /** Rows without any change row are known: an operator may have made them in SQL. */
  mayLackHistory: boolean;
  /** A row is never deleted: a tombstone stays. */
  staysForEver: boolean;
  /** Values of columns that older change rows do not have. */
  later: Record<string, unknown>;
}

const usual = {
  tenant: "org_id",
  ignored: [],
  countsVersions: true,
  mayLackHistory: false,
  staysForEver: false,
  later: {},
};

/** In which a kind differs from the usual. */
const particulars: Record<string, Partial<Kind>> = {
  organization: {
    tenant: "id",
    ignored: ["rules_version", "locked_before", "purge_started_at"],
    countsVersions: false,
    mayLackHistory: true,
  },
  // Their change rows hold the person's name and address too, which change elsewhere.
  member: { table: "members", countsVersions: false, mayLackHistory: true },
  project: { later: { visibility: "organization", member_ids: [] } },
  rate: { ignored: ["effective_at"], countsVersions: false },
  time_entry: {
    staysForEver: true,
    later: {
      rate_minor: 0,
      rate_source: "none",
      amount_minor: 0,
      cost_rate_minor: 0,
      cost_rate_source: "none",
      cost_minor: 0,
    },
  },
};

// Deliveries write into endpoints without a change.
const unproved = new Set(["webhook"]);

const proved = resources.flatMap(({ kind: name, prefix, rowType: type }: Resource): Kind[] =>
  prefix === undefined || type === undefined || unproved.has(name)
    ? []
    : [{ ...usual, name, table: type, type, prefix: `${prefix}_`, ...particulars[name] }],
);

function kindNamed(name: string): Kind {
  const kind = proved.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`${name} is proved`);
  return kind;
}

export const entryKind = kindNamed("time_entry");
const memberKind = kindNamed("member");

/** Those that can be repaired, each after those that its rows refer to. */
export const repairedKinds = proved.filter((kind) => kind !== memberKind);

export const kinds = [...repairedKinds, memberKind];

/** A range of ids, or some ids. */
export type Block = { from: string; to: string } | { ids: string[] };

export function within(column: string, block: Block): Sql {
  if ("ids" in block) return sql`${raw(column)} = any(${block.ids})`;
  return sql`${raw(column)} >= ${block.from} and ${raw(column)} < ${block.to}`;
}

/** `id` and `row`, of the rows in a block as their change rows have them. */
export function storedRows(kind: Kind, orgId: string, block: Block): Sql {
  if (kind === memberKind) {
    return sql`
      select user_id as id, jsonb_build_object('role', role, 'deactivated_at', deactivated_at, 'version', version) as row
        from members where org_id = ${orgId} and ${within("user_id", block)}`;
  }
  return sql`
    select t.id, to_jsonb(t) as row from ${raw(kind.table)} t where t.${raw(kind.tenant)} = ${orgId} and ${within("t.id", block)}`;
}
