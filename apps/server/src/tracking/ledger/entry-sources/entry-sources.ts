import type { Actor } from "#identity/access.ts";
import { invalid } from "#platform/errors.ts";

const names = {
  timer: "Timer",
  manual: "By hand",
  timesheet: "Timesheet",
  calendar: "Calendar",
  api: "API",
  import: "Import",
  cli: "Command line",
  mcp: "MCP",
} as const;

/** Where an entry came from. Entries that predate this field have null. */
export type EntrySource = keyof typeof names;

export const entrySources = Object.keys(names) as EntrySource[];

/** The sources that clients may claim. Only the server sets the others, for timers and imports. */
export const claimedSources = ["manual", "timesheet", "calendar", "api", "cli", "mcp"] as const;
export type ClaimedSource = (typeof claimedSources)[number];

/** The filter value for entries without a source. */
export const unknownSource = "unknown";

/** The sources that each kind of caller may claim; the first is the default. */
const claimable: Record<Actor["kind"], readonly [ClaimedSource, ...ClaimedSource[]]> = {
  session: ["manual", "timesheet", "calendar"],
  api: ["api", "cli", "mcp", "calendar"],
  grant: ["mcp"],
};

/** The source of an entry that the actor creates; throws 422 for a source that the actor may not claim. */
export function sourceOf({ kind }: Pick<Actor, "kind">, claimed: ClaimedSource | undefined): EntrySource {
  const allowed = claimable[kind];
  if (claimed === undefined) return allowed[0];
  if (allowed.includes(claimed)) return claimed;
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(allowed);
  const caller = { session: "a session", api: "an API key", grant: "a connected program" }[kind];
  throw invalid("/source", "not_allowed", `must be ${list} for ${caller}, or omitted`);
}

export function nameOfSource(source: string | null): string | null {
  return source === null ? null : names[source as EntrySource];
}
