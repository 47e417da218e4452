import type { Actor } from "#identity/access.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { assignments, nextVersion } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { notFound } from "#platform/errors.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import type { Target } from "#platform/http/contract/target.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import { newId } from "#platform/ids.ts";
import { type Action, hasChanged, type Origin, recordChange, recordChanges } from "./record-change.ts";
import type { Resource } from "./resource.ts";

/** The row of an object whose fields the API shows as stored. */
export type Stored<Shown> = RowOf<Shown> & { org_id: string };

interface StoredRow {
  org_id: string;
  created_at: string;
  /** Undefined if objects are never changed. */
  version?: number;
}

/** How a resource differs from the others. */
export interface StoreOptions<Row> {
  /** Defaults to the table of the resource's `rowType`. */
  table?: string;
  /** The columns to read; all unless set. */
  columns?: Sql;
  /** The column that identifies the object; defaults to `id`, which a new object gets here. */
  key?: keyof Row & string;
  /** The verbs of the actions for new and removed objects; default to `created` and `deleted`. */
  created?: string;
  removed?: string;
  /** The object's name in errors; defaults to the resource's kind. */
  what?: string;
  /** The scope that a change needs to show the object although nothing changes; defaults to the resource's. */
  readScope?: Resource["readScope"];
  /** The object's ETag as the actor sees it; defaults to the version. */
  tag?: (row: Row, actor: Actor) => string;
  /** A condition that starts with `and`: the object exists for the actor. */
  isSeen?: (actor: Actor) => Sql;
  /** Throws if the actor sees the object but must not change it. */
  refuse?: (actor: Actor, row: Row) => void;
  /** The content of change rows; defaults to the row. */
  recorded?: (row: Row) => object;
}

type Aimed = Pick<Target, "id"> & Partial<Target>;

interface ChangeOptions {
  /** Checked first, unless `lock` has done so. */
  ifMatch?: string | undefined;
  action?: Action;
}

const forChange = sql`for no key update`;
const forRemoval = sql`for update`;
const nothing = sql``;

/**
 * Returns the functions that read and write a resource's table; each write also writes the change rows. A change is
 * `lock`, the checks of the feature, `change`; a removal is `lockForRemoval`, checks, `remove`. `Hidden` are the columns
 * that are written but not read, such as the hashes of tokens.
 */
export function storeOf<Row extends StoredRow, Hidden = unknown>(resource: Resource, options: StoreOptions<Row> = {}) {
  const form = formOf<Row>(resource, options);
  return {
    ...reads<Row>(form),
    ...inserts<Row, Partial<Row & Hidden>>(form),
    ...changes<Row, Partial<Row & Hidden>>(form),
  };
}

/** The options with their defaults. */
interface Form<Row> extends Pick<StoreOptions<Row>, "readScope" | "isSeen" | "refuse"> {
  prefix: string;
  key: Sql;
  idOf: (row: Row) => string;
  created: Action;
  updated: Action;
  removed: Action;
  table: Sql;
  columns: Sql;
  what: string;
  tag: (row: Row, actor: Actor) => string;
  recorded: (row: Row) => object;
}

function formOf<Row extends StoredRow>(resource: Resource, options: StoreOptions<Row>): Form<Row> {
  const { kind, prefix = kind, rowType = "", readScope } = resource;
  const { table = rowType, key = "id", created = "created", removed = "deleted", ...differences } = options;
  const actionOf = (verb: string) => `${kind}.${verb}` as Action;
  return {
    prefix,
    key: raw(key),
    idOf: (row) => String((row as Record<string, unknown>)[key]),
    columns: raw("*"),
    what: kind.replaceAll("_", " "),
    readScope,
    tag: ({ version = 1 }) => etagOf({ version }),
    recorded: (row) => row,
    ...differences,
    table: raw(table),
    created: actionOf(created),
    updated: actionOf("updated"),
    removed: actionOf(removed),
  };
}

function reads<Row extends StoredRow>({ table, columns, key, what, tag, isSeen, refuse }: Form<Row>) {
  /** `rest` may contain further conditions, and a lock. */
  async function find(db: Database, orgId: string, id: string, rest: Sql = nothing): Promise<Row | undefined> {
    const [row] = await db.query<Row>(
      sql`select ${columns} from ${table} where org_id = ${orgId} and ${key} = ${id} ${rest}`,
    );
    return row;
  }

  /** Lists objects that match a condition, which is empty or starts with `and`. */
  function list(db: Database, orgId: string, condition: Sql, page: PageRequest): Promise<Row[]> {
    return db.query<Row>(sql`select ${columns} from ${table} where org_id = ${orgId} ${condition} ${pageOf(page)}`);
  }

  /** Locks an object for a change; throws 404 and, if `ifMatch` is given, 412. */
  async function lock(tx: Transaction, actor: Actor, { id, ifMatch }: Aimed, how = forChange): Promise<Row> {
    const row = await find(tx, actor.orgId, id, isSeen === undefined ? how : sql`${isSeen(actor)} ${how}`);
    if (row === undefined) throw notFound(what);
    refuse?.(actor, row);
    checkIfMatch(ifMatch, tag(row, actor));
    return row;
  }

  // Only a removal locks with `for update`, because that lock blocks the concurrent creation of what refers to the
  // object.
  const lockForRemoval = (tx: Transaction, actor: Actor, target: Aimed): Promise<Row> =>
    lock(tx, actor, target, forRemoval);

  return { find, list, lock, lockForRemoval };
}

function inserts<Row extends StoredRow, Columns extends object>({
  table,
  columns,
  prefix,
  key,
  idOf,
  created,
  recorded,
}: Form<Row>) {
  /** Stores new objects, all with the same columns. Their ids ascend in the given order, unless they have ids. */
  async function insertAll(tx: Transaction, origin: Origin, objects: readonly Columns[]): Promise<Row[]> {
    if (objects.length === 0) return [];
    const ids = objects.map(() => newId(prefix)).toSorted();
    const texts = objects.map((object, at) => ({ ...(key.sql === "id" && { id: ids[at] }), ...textOf(object) }));
    const names = raw(Object.keys(texts[0] ?? {}).join(", "));
    const rows = await tx.query<Row>(sql`
      insert into ${table} (org_id, ${names})
      select ${origin.orgId}, ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(texts)}::json)
      returning ${columns}`);
    const changeRows = rows.map((row) => ({ action: created, targetId: idOf(row), row: recorded(row) }));
    await recordChanges(tx, origin, changeRows);
    return rows;
  }

  const insert = async (tx: Transaction, origin: Origin, object: Columns): Promise<Row> =>
    one(await insertAll(tx, origin, [object]));

  return { insert, insertAll };
}

function changes<Row extends StoredRow, Columns extends object>(form: Form<Row>) {
  const { table, columns, key, idOf, what, readScope, tag, recorded, updated, removed } = form;

  /** Stores the columns, whether they differ or not. */
  async function update(
    tx: Transaction,
    origin: Origin,
    before: Row,
    changed: Columns,
    action = updated,
  ): Promise<Row> {
    const [row] = await tx.query<Row>(sql`
      update ${table}
         set ${assignments(changed)}, ${nextVersion}
       where org_id = ${origin.orgId} and ${key} = ${idOf(before)}
      returning ${columns}`);
    if (row === undefined) throw notFound(what);
    await recordChange(tx, origin, { action, targetId: idOf(row), row: recorded(row), before: recorded(before) });
    return row;
  }

  /** Stores the columns that a change leads to. Returns `before` itself if none of them differs. */
  async function change(
    tx: Transaction,
    actor: Actor,
    before: Row,
    wanted: Columns,
    { ifMatch, action }: ChangeOptions = {},
  ): Promise<Row> {
    checkIfMatch(ifMatch, tag(before, actor));
    if (hasChanged(before, { ...before, ...wanted })) return update(tx, actor, before, wanted, action);
    return readScope === undefined ? before : showUnchanged(actor, readScope, before);
  }

  async function remove(tx: Transaction, origin: Origin, row: Row): Promise<void> {
    await tx.query(sql`delete from ${table} where org_id = ${origin.orgId} and ${key} = ${idOf(row)}`);
    await recordChange(tx, origin, { action: removed, targetId: idOf(row), row: recorded(row) });
  }

  /** Removes all objects that match a condition, which starts with `and`, and returns them. */
  async function removeAll(tx: Transaction, origin: Origin, condition: Sql): Promise<Row[]> {
    const rows = await tx.query<Row>(
      sql`delete from ${table} where org_id = ${origin.orgId} ${condition} returning ${columns}`,
    );
    const changeRows = rows.map((row) => ({ action: removed, targetId: idOf(row), row: recorded(row) }));
    await recordChanges(tx, origin, changeRows);
    return rows;
  }

  return { update, change, remove, removeAll };
}

/** PostgreSQL reads bytes in JSON as `\\x…`. */
function textOf(object: object): object {
  return Object.fromEntries(
    Object.entries(object).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value,
    ]),
  );
}
