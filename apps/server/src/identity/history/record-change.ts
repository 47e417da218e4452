import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { currentClient, currentTraceparent } from "#platform/requester.ts";
import type { Actor } from "#identity/access.ts";

/** The names of all declared actions; modules that declare resources extend this interface. */
export interface Actions {}

export type Action = Actions[keyof Actions];

/**
 * The author of a change. `userId` is null if the operator or the service made the change; `keyId` is null if no key of
 * this organization was used.
 */
export type Origin = Pick<Actor, "orgId"> & {
  userId: string | null;
  keyId: string | null;
  requestId: string | null;
  address?: string | null;
};

/** The columns of a change row that describe the request. */
export interface RequestColumns {
  request_id: string | null;
  address: string | null;
  /** The trace that the change's webhook deliveries continue; undefined if the request is not traced. */
  traceparent: string | undefined;
  /** The name that the client program sent; it is not verified. */
  client: string | undefined;
}

export function requestColumns({ requestId, address = null }: Origin): RequestColumns {
  return { request_id: requestId, address, traceparent: currentTraceparent(), client: currentClient() };
}

export interface Change {
  action: Action;
  targetId: string;
  /** The row after the change; for a deleted object, its last state. */
  row: object;
  before?: object;
}

/** Columns that every write changes, so readers don't need them. */
const bookkeeping = new Set(["version", "updated_at"]);

/**
 * Writes the change row of a mutation in the mutation's transaction. Returns the row's id, which is also the event's
 * id.
 */
export async function recordChange(tx: Transaction, origin: Origin, change: Change): Promise<string> {
  const id = newId("evt");
  const previous = change.before === undefined ? null : JSON.stringify(changedColumns(change.before, change.row));
  await tx.query(changeStatement(origin, id, change, previous));
  return id;
}

/** Like `recordChange`, for several changes in the given order. */
export async function recordChanges(tx: Transaction, origin: Origin, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  // Ids generated within the same millisecond are unordered, so sort them.
  const ids = changes.map(() => newId("evt")).toSorted();
  const rows = changes.map(({ action, targetId, row, before }, at) => ({
    id: ids[at],
    action,
    target_id: targetId,
    object: row,
    previous: before === undefined ? null : changedColumns(before, row),
  }));
  const extras = extrasOfChange();
  await tx.query(sql`
    insert into changes (org_id, id, user_id, key_id, action, target_id, object, previous, request_id, address${extras.column})
    select ${origin.orgId}, r.id, ${origin.userId}, ${origin.keyId}, r.action, r.target_id, r.object, r.previous,
           ${origin.requestId}, ${origin.address ?? null}${extras.value}
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        id text, action text, target_id text, object jsonb, previous jsonb)
     order by r.id`);
}

function changeStatement(origin: Origin, id: string, change: Change, previous: string | null): Sql {
  const extras = extrasOfChange();
  return sql`
    insert into changes (org_id, id, user_id, key_id, action, target_id, object, previous, request_id, address${extras.column})
    values (${origin.orgId}, ${id}, ${origin.userId}, ${origin.keyId}, ${change.action}, ${change.targetId},
            ${JSON.stringify(change.row)}, ${previous}, ${origin.requestId}, ${origin.address ?? null}${extras.value})`;
}

/**
 * Returns the optional columns of a change row: the trace that its webhook deliveries continue, and the name of the
 * client program.
 */
function extrasOfChange(): { column: Sql; value: Sql } {
  const [traceparent, client] = [currentTraceparent(), currentClient()];
  const trace = traceparent === undefined ? none : { column: sql`, traceparent`, value: sql`, ${traceparent}::text` };
  const named = client === undefined ? none : { column: sql`, client`, value: sql`, ${client}::text` };
  return { column: sql`${trace.column}${named.column}`, value: sql`${trace.value}${named.value}` };
}

const none = { column: sql``, value: sql`` };

/** Returns the previous values of the columns that have changed. */
export function changedColumns(before: object, after: object): Record<string, unknown> {
  const now = after as Record<string, unknown>;
  const differing = Object.entries(before).filter(
    ([column, value]) => !bookkeeping.has(column) && !isSame(value, now[column]),
  );
  return Object.fromEntries(differing);
}

// Compares by identity first: most columns are unchanged, and serializing all of them took 10% of a batch's time.
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function hasChanged(before: object, after: object): boolean {
  return Object.keys(changedColumns(before, after)).length > 0;
}
