import type { Fields } from "#platform/fields/fields.ts";
import type { TObject } from "typebox";
import type { Money, Scope } from "#identity/access.ts";
import { join, raw, type Sql, sql } from "#platform/database/database.ts";
import { columnOf } from "#platform/fields/shown.ts";

/**
 * A kind of object whose changes are recorded, and everything that other folders need to know about it. See
 * docs/decisions/0018.
 */
export interface Resource {
  /** The object's type in the audit log, and the prefix of its action names. */
  kind: string;
  /** The target type of the actions in the audit log; defaults to `kind`. */
  target?: string;
  /** The prefix of the object's ids, without the underscore. */
  prefix?: string;
  /** The tables that store the object, in dependency order. */
  tables?: readonly string[];
  /** The fields that callers set. Rows that lack one, because they are older, have its initial value. */
  fields?: Fields;
  /**
   * The composite type used to parse the object's change rows. If undefined, change rows contain the fields as the API
   * shows them.
   */
  rowType?: string;
  /**
   * The scope needed to read the object. Undefined if its events, such as `webhook.test`, only reach the endpoint
   * they are about.
   */
  readScope?: Scope;
  /** Whether the object contains amounts, which only some readers may see. */
  holdsMoney?: boolean;
  /** Whether the amounts belong to the member in `user_id`, so that leads may see those of their teams. */
  holdsMoneyOfMember?: boolean;
  schema?: TObject;
  /** Maps the row stored in a change row to the API's form. */
  toShown?(row: object, money: Money): object;
  /** Maps the row stored in a change row to the fields that the audit log shows; defaults to `toShown`. */
  toLogged?(row: object, money: Money): object;
  /** The column with the object's name in the audit log; defaults to `name`. */
  nameColumn?: string;
  actions: readonly DeclaredAction[];
  /** How the doctor compares table rows with change rows; needed only if `rowType` and `prefix` do not determine it. */
  proof?: Proof;
  files?: readonly ExportedFile[];
}

/** How a table's rows can be verified against their change rows. */
export interface Proof {
  /** Defaults to the table of `rowType`. */
  table?: string;
  /** Columns that can change without a change row, each with the reason. */
  unrecorded?: Readonly<Record<string, string>>;
  /** Columns with secrets, each with the field of the change row that contains the secret's digest. */
  digests?: Readonly<Record<string, string>>;
}

export interface DeclaredAction {
  name: string;
  /** The event's description in the webhook catalogue; undefined if the action is not an event. */
  event?: string;
  /**
   * Whether subscribing to `*` excludes the event. Few keys have the scope that such an event needs, so most keys
   * could not use `*` if it included the event.
   */
  onlyByName?: boolean;
  /** The `previous` of the event's example, for events that have one. */
  previous?: object;
  /** Whether only some events of this action have `previous`. */
  sometimesPrevious?: boolean;
  /** Fields of the event's example that differ from the schema's example. */
  example?: object;
  /** True for an action that changes no field: the audit log shows its `details` instead of changes. */
  isHappening?: boolean;
  /** Overrides the resource's `target` for this action. */
  target?: string;
}

/** A CSV file of the full export, named after its table. */
export interface ExportedFile {
  table: string;
  /** The file's description in README.txt. */
  about: string;
  /**
   * The headers. `taskId` contains the column `task_id`, and `taskName` the name of that task (also for clients,
   * projects and users).
   */
  columns: string;
  /** Expressions for headers that are not columns; the row is `t`. Subqueries, because a join would sort all rows. */
  computed?: Readonly<Record<string, Sql>>;
  /** Defaults to `t.id`. */
  order?: string;
  /** Replaces the statement that follows from the table and the columns. */
  select?: (orgId: string) => Sql;
}

/** The names of all actions of a resource, as literals, so that the planner can use the index of actions. */
export function actionsOf({ actions }: Pick<Resource, "actions">): Sql {
  return raw(actions.map(({ name }) => `'${name}'`).join(", "));
}

/** Selects every row of an organization for a file. */
export function selectExported({ table, columns, computed = {}, order = "t.id", select }: ExportedFile, orgId: string) {
  if (select !== undefined) return select(orgId);
  const selected = columns
    .split(" ")
    .map(
      (header) => sql`${computed[header] ?? nameOf(header) ?? raw(`t.${columnOf(header)}`)} as ${raw(`"${header}"`)}`,
    );
  return sql`select ${join(selected)} from ${raw(table)} as t where t.org_id = ${orgId} order by ${raw(order)}`;
}

function nameOf(header: string): Sql | undefined {
  const [, kind] = /^(client|project|task|user)Name$/.exec(header) ?? [];
  if (kind === undefined) return undefined;
  const ofOrganization = kind === "user" ? sql`` : sql`org_id = t.org_id and`;
  return sql`(select name from ${raw(`${kind}s`)} where ${ofOrganization} id = t.${raw(`${kind}_id`)})`;
}

export interface KnownAction extends DeclaredAction {
  resource: Resource;
}

/** Actions by name. */
export type KnownActions = ReadonlyMap<string, KnownAction>;

export function knownActions(resources: readonly Resource[]): KnownActions {
  return new Map(
    resources.flatMap((resource) => resource.actions.map((action) => [action.name, { ...action, resource }] as const)),
  );
}
