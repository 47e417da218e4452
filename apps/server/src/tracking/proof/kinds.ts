import type { Resource } from "#identity/history/resource.ts";
import { raw, type Sql, sql } from "#platform/database/database.ts";
import { resources } from "#tracking/resources.ts";

/** Objects that have change rows, each compared with its last one. */
export interface Kind {
  /** The prefix of its actions. */
  name: string;
  table: string;
  /** The composite type that its change rows are read into. */
  type: string;
  /** The column that names the organization. */
  tenant: string;
  prefix: string;
  /** Columns written without a change row; derived ones are checked against their source. */
  ignored: string[];
  /** Each version has one change row. */
  countsVersions: boolean;
  /** Rows without any change row are legitimate: an operator may have created them in SQL. */
  mayLackHistory: boolean;
  /** A row is never deleted; a tombstone stays. */
  staysForEver: boolean;
  /** Defaults for columns that older change rows lack. */
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

/** The properties in which a kind differs from the default. */
const particulars: Record<string, Partial<Kind>> = {
  organization: {
    tenant: "id",
    ignored: ["rules_version", "locked_before", "purge_started_at"],
    countsVersions: false,
    mayLackHistory: true,
  },
  // Their change rows also hold the person's name and address, which change elsewhere.
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

// Deliveries update endpoints without a change row.
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

/** The repairable kinds, each after the kinds that its rows refer to. */
export const repairedKinds = proved.filter((kind) => kind !== memberKind);

export const kinds = [...repairedKinds, memberKind];

/** A range of ids, or a list of ids. */
export type Block = { from: string; to: string } | { ids: string[] };

export function within(column: string, block: Block): Sql {
  if ("ids" in block) return sql`${raw(column)} = any(${block.ids})`;
  return sql`${raw(column)} >= ${block.from} and ${raw(column)} < ${block.to}`;
}

/** Selects `id` and `row` of a block's rows as their change rows hold them. */
export function storedRows(kind: Kind, orgId: string, block: Block): Sql {
  if (kind === memberKind) {
    return sql`
      select user_id as id, jsonb_build_object('role', role, 'deactivated_at', deactivated_at, 'version', version) as row
        from members where org_id = ${orgId} and ${within("user_id", block)}`;
  }
  return sql`
    select t.id, to_jsonb(t) as row from ${raw(kind.table)} t where t.${raw(kind.tenant)} = ${orgId} and ${within("t.id", block)}`;
}
