import type { TObject } from "typebox";
import type { Money, Scope } from "#identity/access.ts";
import type { Sql } from "#platform/database/database.ts";

/** A kind of object that changes, with everything that other folders must know about it. See docs/decisions/0018. */
export interface Resource {
  /** Its type in the audit log, and the prefix of its action names. */
  kind: string;
  /** The target type of its actions in the audit log, if it differs from `kind`. */
  target?: string;
  /** The prefix of its ids, before the underscore. */
  prefix?: string;
  /** Its tables, in dependency order. */
  tables?: readonly string[];
  /** The composite type used to read its change rows. If undefined, they contain the fields as shown. */
  rowType?: string;
  /** The scope needed to read it. If undefined, an event reveals only its own endpoint. */
  readScope?: Scope;
  /** Whether it contains amounts, which only some readers may see. */
  holdsMoney?: boolean;
  /** Whether its amounts belong to the member in `user_id`, so leads may see some of them. */
  holdsMoneyOfMember?: boolean;
  schema?: TObject;
  /** Maps the row in a change row to its form in the API. */
  toShown?(row: object, money: Money): object;
  /** Its columns and fields in the audit log, if these differ from the fields of the API. */
  toLogged?(row: object, money: Money): object;
  /** The column whose value names the object in the audit log; defaults to `name`. */
  nameColumn?: string;
  actions: readonly DeclaredAction[];
  /** How the doctor compares its rows with their change rows; needed if `rowType` and `prefix` do not determine it. */
  proof?: Proof;
  files?: readonly ExportedFile[];
}

/** The contents of a table's change rows. */
export interface Proof {
  /** The table; defaults to the type of its change rows. */
  table?: string;
  /** Columns that change without a change row, each with the reason. */
  unrecorded?: Readonly<Record<string, string>>;
  /** Columns with secrets, each with the change row's field that holds the secret's digest instead. */
  digests?: Readonly<Record<string, string>>;
}

export interface DeclaredAction {
  name: string;
  /** The description of the event in the catalogue, if the action is an event. */
  event?: string;
  /**
   * Whether `*` excludes the event. Such an event needs a scope that few keys have; if `*` included it, most keys could
   * not use `*`.
   */
  onlyByName?: boolean;
  /** `previous` in the example of an event that has it. */
  previous?: object;
  /** Whether only some of its events have `previous`. */
  sometimesPrevious?: boolean;
  /** The fields in which the event's example differs from that of the schema. */
  example?: object;
  /** Whether the action changes no field, so the audit log shows `details` instead. */
  isHappening?: boolean;
  /** Overrides the resource's `target` for this action. */
  target?: string;
}

/** A CSV file of the full export, named after its table. */
export interface ExportedFile {
  table: string;
  /** Its description in README.txt. */
  about: string;
  columns: string;
  /**
   * Selects every row of an organization. Finds names with subqueries, because a join would sort everything before it
   * returns the first row.
   */
  select: (orgId: string) => Sql;
}

/** An action, and the resource that declares it. */
export interface KnownAction extends DeclaredAction {
  resource: Resource;
}

/** Actions by their names. */
export type KnownActions = ReadonlyMap<string, KnownAction>;

export function knownActions(resources: readonly Resource[]): KnownActions {
  return new Map(
    resources.flatMap((resource) => resource.actions.map((action) => [action.name, { ...action, resource }] as const)),
  );
}
