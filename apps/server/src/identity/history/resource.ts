import type { TObject } from "typebox";
import type { Scope } from "#identity/access.ts";
import type { Sql } from "#platform/database/database.ts";

/** A kind of thing that changes, with all that is known of it outside of its folder. See docs/decisions/0018. */
export interface Resource {
  /** Its type in the audit log, with which the names of its actions begin. */
  kind: string;
  /** The type in the audit log of the target of its actions, where that is another kind. */
  target?: string;
  /** The beginning of its ids, before the underscore. */
  prefix?: string;
  /** Its tables, each after those that its rows refer to. */
  tables?: readonly string[];
  /** The type of the database that change rows are read as. Without it they hold what is shown. */
  rowType?: string;
  /** The scope that reads it. Without it an event of it shows nothing but its endpoint. */
  readScope?: Scope;
  /** Whether it shows money to those who may see money. */
  holdsMoney?: boolean;
  schema?: TObject;
  /** A row of its change rows as the API shows it. */
  toShown?(row: object, showsMoney: boolean): object;
  /** Its columns and fields in the audit log, where these are not the fields that the API shows. */
  toLogged?(row: object, showsMoney: boolean): object;
  /** The column with the name that the audit log shows; without it `name`. */
  nameColumn?: string;
  actions: readonly DeclaredAction[];
  files?: readonly ExportedFile[];
}

export interface DeclaredAction {
  name: string;
  /** For an action that is an event: the sentence that the catalogue has for it. */
  event?: string;
  /** Whether `*` leaves the event out. It takes a scope that few keys have, so that `*` with it would be refused to most. */
  onlyByName?: boolean;
  /** `previous` in the event's example, for events that have it. */
  previous?: object;
  /** Whether `previous` is in only some of its events. */
  sometimesPrevious?: boolean;
  /** The fields in which the event's example differs from that of the schema. */
  example?: object;
  /** Whether it changes no field, so that the audit log shows `details` instead. */
  isHappening?: boolean;
  /** As `target` of the resource, for this action alone. */
  target?: string;
}

/** A CSV file of the full export, called after its table. */
export interface ExportedFile {
  table: string;
  /** README.txt says this of it. */
  about: string;
  columns: string;
  /** Every row of an organization. Names come from subselects: a join would sort everything before the first row. */
  select: (orgId: string) => Sql;
}

/** An action with the resource that declares it. */
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
