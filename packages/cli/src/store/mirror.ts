// `mirror.db` is a copy of the server's state. It can be deleted at any time, because it can be rebuilt from the
// server.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Me, Project, Task, Timer } from "@stint/sdk";
import { isCorrupt, unlessDamaged } from "#src/failure/failure.ts";
import { dayMs } from "@stint/grammar/days.ts";
import { Database, openDatabase, rollBack } from "./open-database.ts";
import type { Entry, Lock, Locks, Names } from "./records.ts";

const schemaVersion = 1;

const columns = `id, started_ms as startedMs, seconds, billable_seconds as billableSeconds, billable, project_id as projectId,
  task_id as taskId, description, tags, external_ref as externalRef, source, version, locked`;

const schema = `
  create table settings (name text primary key, value text not null) strict, without rowid;
  create table entries (
    id text primary key,
    started_ms integer not null,
    seconds integer not null,
    billable_seconds integer not null,
    billable integer not null,
    project_id text not null,
    task_id text not null,
    description text not null,
    tags text not null,
    external_ref text,
    source text,
    version integer not null,
    locked integer not null
  ) strict, without rowid;
  create index entries_started on entries (started_ms);
  create table names (id text primary key, kind text not null, object text not null) strict, without rowid;
  create table applied (key text primary key, at integer not null) strict, without rowid;
  pragma user_version = ${schemaVersion};`;

export type Settings = ReturnType<Mirror["settings"]>;

export class Mirror extends Database {
  settings() {
    const rows = this.db.prepare("select name, value from settings").all() as { name: string; value: string }[];
    const of = new Map(rows.map(({ name, value }) => [name, value]));
    const read = <Value>(name: string) => JSON.parse(of.get(name) ?? "null") as Value | null;
    return {
      // Null until the mirror is first updated.
      me: read<Me>("me"),
      timer: read<Timer>("timer"),
      // Where the next update of the entries starts; without a cursor, at `since`.
      cursor: of.get("cursor"),
      since: of.get("since"),
      projectsCursor: of.get("projectsCursor"),
      projectsSince: of.get("projectsSince"),
      locks: read<Locks>("locks"),
      syncedAtMs: Number(of.get("syncedAtMs") ?? 0),
      // The server's clock minus this machine's clock, in milliseconds.
      skewMs: Number(of.get("skewMs") ?? 0),
    };
  }

  set(name: keyof Settings, value: string | undefined): void {
    if (value === undefined) return void this.db.prepare("delete from settings where name = ?").run(name);
    this.db.prepare("insert or replace into settings (name, value) values (?, ?)").run(name, value);
  }

  /** Returns the entries that start in the half-open range, earliest first. */
  entries(fromMs: number, toMs: number): Entry[] {
    const rows = this.db
      .prepare(`select ${columns} from entries where started_ms >= ? and started_ms < ? order by started_ms, id`)
      .all(fromMs, toMs);
    return (rows as unknown as Row[]).map(toEntry);
  }

  /** Returns the last `count` entries that started before `beforeMs`, in all projects or in one, latest first. */
  latest(beforeMs: number, count: number, projectId: string | null = null): Entry[] {
    const select = `select ${columns} from entries where started_ms < ?1 and (?3 is null or project_id = ?3)
                     order by started_ms desc, id desc limit ?2`;
    return (this.db.prepare(select).all(beforeMs, count, projectId) as unknown as Row[]).map(toEntry);
  }

  entry(id: string): Entry | undefined {
    const row = this.db.prepare(`select ${columns} from entries where id = ?`).get(id);
    return row === undefined ? undefined : toEntry(row as unknown as Row);
  }

  idsEndingWith(ending: string): string[] {
    const rows = this.db.prepare("select id from entries where substr(id, -length(?)) = ?").all(ending, ending);
    return (rows as { id: string }[]).map(({ id }) => id);
  }

  put(entry: Entry): void {
    const { lockedBy, ...rest } = entry;
    const [billable, locked] = [entry.billable ? 1 : 0, locks.indexOf(lockedBy)];
    const row: Row = { ...rest, billable, tags: JSON.stringify(entry.tags), locked };
    this.db
      .prepare(
        `insert or replace into entries values (:id, :startedMs, :seconds, :billableSeconds, :billable, :projectId,
           :taskId, :description, :tags, :externalRef, :source, :version, :locked)`,
      )
      .run({ ...row });
  }

  remove(id: string): void {
    this.db.prepare("delete from entries where id = ?").run(id);
  }

  /** Marks the entries that start in these ranges as locked, and those that no longer do as not locked. */
  lock(known: Locks): void {
    const text = JSON.stringify(known);
    if (text === JSON.stringify(this.settings().locks)) return;
    this.set("locks", text);
    const marks = Object.entries(known).map(([reason, ranges]) => ({ mark: locks.indexOf(reason as Lock), ranges }));
    for (const { mark } of marks) this.db.prepare("update entries set locked = 0 where locked = ?").run(mark);
    const update = "update entries set locked = ? where started_ms >= ? and started_ms < ? and locked = 0";
    for (const { mark, ranges } of marks) for (const range of ranges) this.db.prepare(update).run(mark, ...range);
  }

  clearEntries(): void {
    this.db.exec("delete from entries");
  }

  names(): Names {
    const rows = this.db.prepare("select kind, object from names").all() as { kind: string; object: string }[];
    const of = <Named>(wanted: string) =>
      rows.filter(({ kind }) => kind === wanted).map(({ object }) => JSON.parse(object) as Named);
    return { projects: of("project"), tasks: of("task"), clients: of("client") };
  }

  /** Returns one of the names. Reading all takes milliseconds. */
  named<Named extends Project | Task>(id: string): Named | undefined {
    const row = this.db.prepare("select object from names where id = ?").get(id);
    return row && (JSON.parse((row as { object: string }).object) as Named);
  }

  name(id: string): string | undefined {
    return this.named(id)?.name;
  }

  putName(kind: "project" | "task" | "client", object: { id: string }): void {
    const put = "insert or replace into names (id, kind, object) values (?, ?, ?)";
    this.db.prepare(put).run(object.id, kind, JSON.stringify(object));
  }

  removeName(id: string): void {
    this.db.prepare("delete from names where id = ?").run(id);
  }

  clearNames(): void {
    this.db.exec("delete from names");
  }

  /** Records that the mirror contains the effect of a queued write, so that the views do not apply the write again. */
  noteApplied(key: string, nowMs: number): void {
    this.db.prepare("insert or replace into applied (key, at) values (?, ?)").run(key, Math.floor(nowMs));
    this.db.prepare("delete from applied where at < ?").run(Math.floor(nowMs) - dayMs);
  }

  isApplied(key: string): boolean {
    return this.db.prepare("select 1 from applied where key = ?").get(key) !== undefined;
  }

  async transaction<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    this.db.exec("begin immediate");
    try {
      const result = await run();
      this.db.exec("commit");
      return result;
    } catch (error) {
      rollBack(this.db);
      throw error;
    }
  }
}

/** What the numbers in the column `locked` mean. */
const locks: readonly (Lock | null)[] = [null, "unknown", "lockDate", "timesheet", "billing"];

type Row = Omit<Entry, "billable" | "tags" | "lockedBy"> & { billable: number; tags: string; locked: number };

function toEntry({ billable, tags, locked, ...row }: Row): Entry {
  return {
    ...row,
    billable: billable === 1,
    tags: tags === "[]" ? [] : (JSON.parse(tags) as string[]),
    lockedBy: locks[locked] ?? null,
  };
}

/** Opens the mirror for writing. Replaces a mirror that is damaged or has another schema version. */
export function openMirror(folder: string): Mirror {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "mirror.db");
  try {
    const { db, version } = openDatabase(path);
    if (version === schemaVersion) return new Mirror(db);
    if (version === 0) {
      db.exec(`pragma journal_mode = wal; begin; ${schema} commit; pragma synchronous = normal`);
      return new Mirror(db);
    }
    db.close();
  } catch (error) {
    if (!isCorrupt(error)) throw error;
  }
  removeMirror(folder);
  return openMirror(folder);
}

/**
 * Opens the mirror for reading. Returns undefined if there is no mirror with this schema version. Throws if the file is
 * damaged.
 */
export function readMirror(folder: string): Mirror | undefined {
  const path = join(folder, "mirror.db");
  if (!existsSync(path)) return undefined;
  const { db, version } = openDatabase(path, { readOnly: true });
  if (version === schemaVersion) return new Mirror(db);
  db.close();
  return undefined;
}

/** Returns whose time the mirror contains; nothing if it is absent or damaged. */
export const readOwner = (folder: string): Me | null | undefined =>
  unlessDamaged(() => {
    using mirror = readMirror(folder);
    return mirror?.settings().me;
  });

export function removeMirror(folder: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(join(folder, `mirror.db${ending}`), { force: true });
}
