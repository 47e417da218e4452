import { isSnapshot } from "#platform/database/connection/server-history.ts";
import { fingerprint } from "#platform/http/replies/cursor.ts";
import { invalid } from "#platform/errors.ts";
import { parseInstant } from "#platform/time.ts";

/**
 * A position in the database's commit order. Events come after it if the snapshot `seen` does not include their
 * transaction, regardless of their times and ids. All of these events happened at or after `from`, which bounds the
 * scan.
 */
export interface Position {
  /** The server run that assigned the transaction numbers in the snapshots: see findHistory. */
  history: string;
  /** The result of pg_current_snapshot(); null for a reader that has not read anything yet. */
  seen: string | null;
  from: string;
  /** Set while a reader pages through the events between two snapshots: the second snapshot and the last event read. */
  window: Window | null;
}

export interface Window {
  seen: string;
  from: string;
  at: string;
  id: string;
}

const form = "v1";

/** A fingerprint of the requested event types, to which a cursor is bound. */
export function boundOf(types: readonly string[] | undefined): string {
  return fingerprint(["events", types === undefined ? null : [...new Set(types)].toSorted()]);
}

export function encodePosition({ history, seen, from, window }: Position, bound: string): string {
  const parts = [form, bound, history, seen, from, ...(window === null ? [] : Object.values(inOrder(window)))];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

function inOrder({ seen, from, at, id }: Window): Window {
  return { seen, from, at, id };
}

/** Throws 422 for a cursor that is malformed or bound to other types. */
export function decodePosition(cursor: string, bound: string, field: string): Position {
  const parts = parse(cursor);
  if (parts === undefined)
    throw invalid(field, "bad_cursor", "must be an unchanged cursor from a list or stream of events");
  const [, given, history, seen, from, ...rest] = parts;
  if (given !== bound)
    throw invalid(field, "other_list", "is from a list with other event types; start over without it");
  const [windowSeen, windowFrom, at, id] = rest;
  const window = id === undefined ? null : ({ seen: windowSeen, from: windowFrom, at, id } as Window);
  return { history: history as string, seen: seen as string | null, from: from as string, window };
}

const isInstant = (text: unknown) => typeof text === "string" && parseInstant(text) !== undefined;

function parse(cursor: string): (string | null)[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (!Array.isArray(parts) || parts[0] !== form || (parts.length !== 5 && parts.length !== 9)) return undefined;
    const [, bound, history, seen, from, windowSeen, windowFrom, at, id] = parts as unknown[];
    const isPosition = typeof bound === "string" && typeof history === "string" && isInstant(from);
    if (!isPosition || !(seen === null || isSnapshot(seen))) return undefined;
    if (parts.length === 5) return parts as (string | null)[];
    const isWindow = isSnapshot(windowSeen) && isInstant(windowFrom) && isInstant(at);
    return isWindow && typeof id === "string" && /^[a-z0-9_]{0,64}$/.test(id) ? (parts as string[]) : undefined;
  } catch {
    return undefined;
  }
}

/** A lower bound for the time of all events that come after the position. */
export function earliest({ seen, from, window }: Position): string {
  return seen !== null || window === null ? from : earlier(window.at, window.from);
}

function earlier(one: string, other: string): string {
  return Date.parse(one) < Date.parse(other) ? one : other;
}
