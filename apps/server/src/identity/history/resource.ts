import type { TObject } from "typebox";
import type { Scope } from "#identity/access.ts";
import type { Sql } from "#platform/database/database.ts";

/** A kind of object that changes, with everything that other folders must know of it. See docs/decisions/0018. */
export interface Resource {
  /** Its type in the audit log, and the prefix of the names of its actions. */
  kind: string;
  /** The type in the audit log of the target of its actions, where that is another kind. */
  target?: string;
  /** The prefix of its ids, before the underscore. */
  prefix?: string;
  /** Its tables, each after the tables that its rows refer to. */
  tables?: readonly string[];
  /** The database type that change rows are read as. Without it they hold the shown fields. */
  rowType?: string;
  /** The scope that permits reading it. Without it an event shows nothing but its endpoint. */
  readScope?: Scope;
  /** Whether it shows money to readers who may see money. */
  holdsMoney?: boolean;
  schema?: TObject;
  /** Maps a row of its change rows to the API's form. */
  toShown?(row: object, showsMoney: boolean): object;
  /** Its columns and fields in the audit log, where these differ from the fields of the API. */
  toLogged?(row: object, showsMoney: boolean): object;
  /** The column with the name that the audit log shows; without it `name`. */
  nameColumn?: string;
  actions: readonly DeclaredAction[];
  files?: readonly ExportedFile[];
}

export interface DeclaredAction {
  name: string;
  /** For an action that is an event: its sentence in the catalogue. */
  event?: string;
  /**
   * Whether `*` leaves the event out. It takes a scope that few keys have, so that most keys could not use `*` with it.
   */
  onlyByName?: boolean;
  /** `previous` in the event's example, for events that have it. */
  previous?: object;
  /** Whether only some of its events have `previous`. */
  sometimesPrevious?: boolean;
  /** The fields in which the event's example differs from that of the schema. */
  example?: object;
  /** Whether it changes no field, so that the audit log shows `details` instead. */
  isHappening?: boolean;
  /** As `target` of the resource, for this action alone. */
  target?: string;
}

/** A CSV file of the full export, named after its table. */
export interface ExportedFile {
  table: string;
  /** Its description in README.txt. */
  about: string;
  columns: string;
  /** Every row of an organization. Names come from subselects: a join would sort everything before the first row. */
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
