import { type Actor, idsWithin, may, type Reach, reachOf, roleLacks } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import {
  declarationOf,
  type EventType,
  eventTypes,
  includesEvent,
  isEventType,
} from "#tracking/exchange/event-catalogue/event-types.ts";
import type { ScannedChange } from "./queries.ts";

export interface Reader {
  types: readonly EventType[];
  /** The members whose amounts the reader sees. */
  money: Reach;
  /** The members whose entries and timers the reader sees; undefined means everyone. */
  ownerIds: string[] | undefined;
  /** The members whose timesheets the reader sees; undefined means everyone. */
  sheetOwnerIds: string[] | undefined;
  /** Set when some projects are hidden from the reader. */
  viewerId: string | undefined;
}

/** Excludes test events, which only their endpoint receives. */
export const readableTypes = eventTypes.filter((type) => type !== "webhook.test");

/**
 * The caller as a reader of `asked`; throws 403 for a type that the caller may not read. The default is all readable
 * types, except that programs must request some types by name. The dashboard is updated with the server, so it gets
 * these too.
 */
export function readerOf(actor: Actor, asked: readonly EventType[] | undefined): Reader {
  for (const type of asked ?? []) demandScope(actor, type);
  const types =
    asked ??
    readableTypes.filter((type) => (actor.kind === "session" || includesEvent(["*"], type)) && mayRead(actor, type));
  return {
    types,
    money: reachOf(actor, "costs:read"),
    ownerIds: idsWithin(reachOf(actor, "time-entries:read")),
    sheetOwnerIds: idsWithin(reachOf(actor, "timesheets:read")),
    viewerId: viewerOf(actor),
  };
}

function mayRead(actor: Actor, type: EventType): boolean {
  const { readScope } = declarationOf(type).resource;
  return readScope !== undefined && may(actor, readScope);
}

function demandScope(actor: Actor, type: EventType): void {
  const { readScope = "webhooks:read" } = declarationOf(type).resource;
  if (may(actor, readScope)) return;
  if (roleLacks(actor.role, readScope))
    throw new AppError(
      "forbidden",
      `The role ${actor.role} may not read ${type}, because it does not include ${readScope}. Leave out this type.`,
    );
  throw new AppError(
    "insufficient_scope",
    `Reading ${type} needs the scope ${readScope}, which this key lacks. Use a key that has it.`,
  );
}

/** The members who see each restricted project. */
export type Restricted = ReadonlyMap<string, readonly string[]>;

/** How much of a change the reader receives. */
export type Visibility = "all" | "without previous" | "nothing";

export function visibilityOf(reader: Reader, change: ScannedChange, restricted: Restricted): Visibility {
  const { action, object, previous } = change;
  if (!isEventType(action) || !reader.types.includes(action)) return "nothing";
  if (!wants({ events: [action], project_id: null, shows_money: reader.money === "everyone" }, change))
    return "nothing";
  const { kind } = declarationOf(action).resource;
  if (!isSeen(reader, kind, object, restricted)) return "nothing";
  const former = {
    ...object,
    project_id: previous?.["project_id"] ?? object["project_id"],
    user_id: previous?.["user_id"] ?? object["user_id"],
    project_ids: previous === null ? object["project_ids"] : previous["project_ids"],
  };
  return isSeen(reader, kind, former, restricted) ? "all" : "without previous";
}

function isSeen(reader: Reader, kind: string, object: Record<string, unknown>, restricted: Restricted): boolean {
  const { viewerId } = reader;
  if (kind === "time_entry" || kind === "timer" || kind === "timesheet") {
    const ownerIds = kind === "timesheet" ? reader.sheetOwnerIds : reader.ownerIds;
    if (ownerIds !== undefined && !ownerIds.includes(String(object["user_id"]))) return false;
    if (object["user_id"] === viewerId) return true;
  }
  if (viewerId === undefined) return true;
  const sees = (id: string) => restricted.get(id)?.includes(viewerId) ?? true;
  // The timesheet's totals include all its projects, so the reader must see all of them. Old timesheets do not list
  // their projects, so they stay hidden.
  if (kind === "timesheet") return heldProjects(object)?.every(sees) ?? false;
  return sees(projectOf(kind, object) ?? "");
}

/** The projects whose entries the timesheet contained; undefined if they were not recorded. */
function heldProjects(object: Record<string, unknown>): string[] | undefined {
  return object["project_ids"] === null ? undefined : (object["project_ids"] as string[] | undefined);
}

function projectOf(kind: string, object: Record<string, unknown>): string | undefined {
  return (kind === "project" ? object["id"] : object["project_id"]) as string | undefined;
}

/** The projects of the changes, both before and after each change. */
export function projectsOf(changes: readonly ScannedChange[]): string[] {
  const ids = new Set<string>();
  for (const { action, object, previous } of changes) {
    const kind = action.split(".", 1)[0] ?? "";
    const held = kind === "timesheet" ? [object, previous ?? {}].flatMap((sheet) => heldProjects(sheet) ?? []) : [];
    for (const id of [projectOf(kind, object), previous?.["project_id"], ...held])
      if (typeof id === "string") ids.add(id);
  }
  return [...ids];
}
