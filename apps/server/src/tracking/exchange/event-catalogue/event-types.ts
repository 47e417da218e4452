import { knownActions, type KnownAction, type Resource } from "#identity/history/resource.ts";
import { resources } from "#tracking/exchange/resources.ts";

type Declared = (typeof resources)[number]["actions"][number];
type DeclaredEvent = Extract<Declared, { event: string }>;

export type EventType = DeclaredEvent["name"];

// The kinds that come first in the catalogue. Other kinds follow in the order of their resources.
const firstKinds = ["time_entry", "timer", "project", "task", "client", "member", "budget", "period"];

/** The event types, in the order of the catalogue. */
export const eventTypes: readonly EventType[] = resources
  .toSorted((one, other) => place(one.kind) - place(other.kind))
  .flatMap<Declared>(({ actions }) => actions)
  .filter(isEvent)
  .map(({ name }) => name);

function place(kind: string): number {
  const at = firstKinds.indexOf(kind);
  return at < 0 ? firstKinds.length : at;
}

function isEvent(action: Declared): action is DeclaredEvent {
  return "event" in action;
}

const known = knownActions(resources);

/** Whether a change with this action is an event; other changes appear only in the audit log. */
export function isEventType(action: string): action is EventType {
  return known.get(action)?.event !== undefined;
}

interface EventDeclaration extends KnownAction {
  resource: Resource & Required<Pick<Resource, "schema" | "toShown">>;
}

export function declarationOf(type: EventType): EventDeclaration {
  const declared = known.get(type);
  if (declared === undefined || !isShown(declared)) throw new Error(`the resource of ${type} lacks schema or toShown`);
  return declared;
}

function isShown(action: KnownAction): action is EventDeclaration {
  return action.resource.schema !== undefined && action.resource.toShown !== undefined;
}

export function includesEvent(events: readonly string[], type: string): boolean {
  return events.includes(type) || (events.includes("*") && known.get(type)?.onlyByName !== true);
}

/** The types that a subscription to `events` includes. */
export function expandEvents(events: readonly string[]): ReadonlySet<EventType> {
  return new Set(eventTypes.filter((type) => includesEvent(events, type)));
}
