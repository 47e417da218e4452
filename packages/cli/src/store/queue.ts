// `queue.db` contains the user's writes, which exist only on this machine until they are sent.
import type { DatabaseSync } from "node:sqlite";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Failure, isCorrupt } from "#src/failure/failure.ts";
import { Database, openDatabase, rollBack } from "./open-database.ts";
import type { Outcome } from "@stint/offline/outcome.ts";
import type { Find, Known, Write } from "@stint/offline/write.ts";
import { type QueuedWrite, startOf, type StoredWrite, toStored, toWrite, type WriteState } from "./write.ts";

const schema = `
  create table if not exists writes (
    seq integer primary key autoincrement,
    key text not null unique,
    made_at integer not null,
    state text not null default 'queued',
    sent_at integer,
    reason text,
    theirs text,
    write text not null,
    session text
  ) strict;
  create table if not exists ids (local_id text primary key, id text not null, version integer not null) strict;
  create table if not exists actions (
    id integer primary key autoincrement,
    label text not null,
    keys text not null,
    inverse text not null,
    undone integer not null default 0,
    at integer
  ) strict;
  pragma user_version = 1;`;

type Ids = Outcome["ids"];

/** The number of actions that can be undone. */
const maxActions = 100;

/** A user's action. */
export interface Action {
  label: string;
  writes: Write[];
}

type DoneAction = NonNullable<ReturnType<Queue["lastAction"]>>;

export class Queue extends Database {
  list(): QueuedWrite[] {
    const select = `select seq, key, made_at as madeAtMs, state, sent_at as sentAtMs, session, reason, theirs, write
                     from writes order by seq`;
    return (this.db.prepare(select).all() as unknown as WriteRow[]).map((row) => ({
      ...row,
      theirs: row.theirs === null ? null : (JSON.parse(row.theirs) as Record<string, unknown>),
      write: toWrite(JSON.parse(row.write) as StoredWrite),
    }));
  }

  /**
   * Stores an action durably, with the writes that undo it, and returns the keys of its writes. From then on, a crash
   * cannot lose the writes.
   */
  add({ label, writes, inverse }: Action & { inverse: Write[] }, nowMs: number): string[] {
    return this.transaction(() => {
      const keys = writes.map((write) => this.#insert(write, nowMs));
      const remember = "insert into actions (label, keys, inverse, at) values (?, ?, ?, ?)";
      const stored = JSON.stringify(inverse.map(toStored));
      this.db.prepare(remember).run(label, JSON.stringify(keys), stored, Math.floor(nowMs));
      this.db.prepare("delete from actions where id <= (select max(id) from actions) - ?").run(maxActions);
      return keys;
    });
  }

  /** Returns the last action that was not undone. An older version did not store when it was done. */
  lastAction() {
    const select = "select id, label, at as atMs, keys, inverse from actions where undone = 0 order by id desc limit 1";
    const row = this.db.prepare(select).get() as unknown as ActionRow | undefined;
    if (row === undefined) return undefined;
    const inverse = JSON.parse(row.inverse) as StoredWrite[];
    return { ...row, keys: JSON.parse(row.keys) as string[], inverse: inverse.map(toWrite) };
  }

  /**
   * Undoes an action: removes its writes if the server applied none of them, or else queues the inverse writes. Returns
   * the keys of the queued writes.
   */
  undo({ id, keys, inverse }: DoneAction, nowMs: number): string[] {
    return this.transaction(() => {
      const marked = this.db.prepare("update actions set undone = 1 where id = ? and undone = 0").run(id);
      if (marked.changes === 0) throw new Failure(4, "Another command has already undone this.");
      const unapplied = this.db.prepare(
        "select 1 from writes where key = ? and (sent_at is null or state <> 'queued')",
      );
      if (keys.every((key) => unapplied.get(key) !== undefined)) {
        for (const key of keys) this.remove(key);
        return [];
      }
      const held = this.list().filter(({ key, state }) => keys.includes(key) && state !== "queued");
      for (const { key } of held) this.remove(key);
      // A timer that was never started can't be discarded.
      const neverBegan = held.flatMap(({ write }) => (write.kind === "startTimer" ? write.timer.startedAt : []));
      const left = inverse.filter((write) => write.kind !== "discardTimer" || !neverBegan.includes(startOf(write)));
      return left.map((write) => this.#insert(write, nowMs));
    });
  }

  /**
   * Records that a write is about to be sent, and with which API key if it is the first time. Returns false if the write
   * is no longer queued.
   */
  markSent(key: string, write: Write, nowMs: number, session: string): boolean {
    const mark = `update writes set session = iif(sent_at is null, ?, session), sent_at = coalesce(sent_at, ?), write = ?
                   where key = ? and state = 'queued'`;
    return this.db.prepare(mark).run(session, nowMs, JSON.stringify(toStored(write)), key).changes === 1;
  }

  /**
   * Removes a write whose reply has arrived, and stores the server's ids and versions of the objects that the write
   * changed.
   */
  settle(key: string, ids: Ids): void {
    this.transaction(() => {
      this.#noteIds(ids);
      this.remove(key);
    });
  }

  /** Holds a write for a decision. `ids` names what was done nevertheless: a refused start stops the former timer. */
  hold(key: string, state: Exclude<WriteState, "queued">, reason: string, theirs: object | null, ids: Ids = []): void {
    this.transaction(() => {
      this.#noteIds(ids);
      const set = "update writes set state = ?, reason = ?, theirs = ? where key = ?";
      this.db.prepare(set).run(state, reason, theirs === null ? null : JSON.stringify(theirs), key);
      if (ids.length === 0) return;
      // With another key, `undo` does not mistake the action for one without effect.
      const note = `update actions set keys = json_insert(keys, '$[#]', ?)
                     where exists (select 1 from json_each(keys) where value = ?)`;
      this.db.prepare(note).run(`${key}-stop`, key);
    });
  }

  /** Forgets the account's actions and ids if the queue is empty. Returns the number of writes in the queue. */
  forget(): number {
    return this.transaction(() => {
      const { length } = this.list();
      if (length === 0) this.db.exec("delete from actions; delete from ids");
      return length;
    });
  }

  /**
   * Queues a held write again, with a new key, because the old one belongs to the refused request. Gives the new key to
   * the action too, so that `undo` finds the write. Returns the new key.
   */
  release(key: string, write: Write, ids: Ids = []): string {
    const released = this.#newKey();
    const set = `update writes set key = ?, state = 'queued', sent_at = null, session = null, reason = null, theirs = null,
                  write = ?
                  where key = ?`;
    this.transaction(() => {
      this.#noteIds(ids);
      this.db.prepare(set).run(released, JSON.stringify(toStored(write)), key);
      this.db.prepare("update actions set keys = replace(keys, ?, ?)").run(key, released);
    });
    return released;
  }

  /**
   * Removes a held write that the user gives up. If it is the only write of its action, marks the action as undone,
   * because nothing is left to undo.
   */
  giveUp(key: string): void {
    this.transaction(() => {
      this.remove(key);
      this.db.prepare("update actions set undone = 1 where keys = ?").run(JSON.stringify([key]));
    });
  }

  remove(key: string): void {
    this.db.prepare("delete from writes where key = ?").run(key);
  }

  /** Returns the server's id of an object that was created here, and the object's version after our last write. */
  readonly find: Find = (id) =>
    this.db.prepare("select id, version from ids where local_id = ?").get(id) as Known | undefined;

  /** Returns the server's ids of the objects whose local id ends with `ending`. */
  idsOf(ending: string): string[] {
    const rows = this.db.prepare("select id from ids where substr(local_id, -length(?)) = ?").all(ending, ending);
    return (rows as { id: string }[]).map(({ id }) => id);
  }

  transaction<Result>(run: () => Result): Result {
    this.db.exec("begin immediate");
    try {
      const result = run();
      this.db.exec("commit");
      return result;
    } catch (error) {
      rollBack(this.db);
      throw error;
    }
  }

  #noteIds(ids: Ids): void {
    const note = this.db.prepare("insert or replace into ids (local_id, id, version) values (?, ?, ?)");
    for (const [localId, id, version] of ids) {
      note.run(localId, id, version);
      note.run(id, id, version);
    }
  }

  /** SQLite takes random numbers from the system as `crypto` does, but loading that takes Node 7 ms. */
  #newKey(): string {
    return (this.db.prepare("select lower(hex(randomblob(16))) as key").get() as { key: string }).key;
  }

  #insert(write: Write, nowMs: number): string {
    const key = this.#newKey();
    this.db
      .prepare("insert into writes (key, made_at, write) values (?, ?, ?)")
      .run(key, Math.floor(nowMs), JSON.stringify(toStored(write)));
    return key;
  }
}

/**
 * Opens the queue. If the file is damaged, renames it and throws instead of deleting it, because its writes exist
 * nowhere else.
 */
export function openQueue(folder: string): Queue {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "queue.db");
  try {
    const { db, version } = openDatabase(path);
    db.exec("pragma synchronous = full");
    if (version === 0) db.exec(`pragma journal_mode = wal; begin immediate; ${schema} commit`);
    else for (const [table, column] of addedColumns) addColumn(db, table, column);
    if (version > 1) throw new Failure(4, `${path} belongs to a newer version of stint.`, "Update stint.");
    return new Queue(db);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    const kept = `${path}.damaged-${Date.now()}`;
    for (const ending of ["", "-wal", "-shm"]) if (existsSync(path + ending)) renameSync(path + ending, kept + ending);
    throw new Failure(
      4,
      `The queue was damaged. It is kept as ${kept}.`,
      "Unsent writes exist only in that file; commands work again now.",
    );
  }
}

/** The columns that databases of older versions lack. */
const addedColumns = Object.entries({ writes: "session text", actions: "at integer" });

function addColumn(db: DatabaseSync, table: string, column: string): void {
  const find = db.prepare("select 1 from pragma_table_info(?) where name || ' ' || lower(type) = ?");
  if (find.get(table, column) === undefined) db.exec(`alter table ${table} add column ${column}`);
}

type ActionRow = { id: number; label: string; atMs: number | null; keys: string; inverse: string };

type WriteRow = Omit<QueuedWrite, "theirs" | "write"> & { theirs: string | null; write: string };
