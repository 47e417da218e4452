import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, exampleId, Instant, Page, PageQuery } from "#platform/http/contract/schemas.ts";
import { breaksFilter, timeEntryFilters } from "#tracking/entries/time-entries/filter-schemas.ts";
import { resumableCursor, resumeCursor } from "#tracking/entries/copies/schemas.ts";
import { TimeEntry } from "#tracking/entries/time-entries/schemas.ts";

export const ListTimeEntryChanges = Closed({
  since: Type.Optional(
    Type.String({
      format: "query-date-time",
      description:
        "The `syncedTo` of the last run; `cursor` with its `resumeCursor` is better. Without either, the run lists every existing entry and no deletions.",
      examples: ["2026-03-01T09:00:00Z"],
    }),
  ),
  ...timeEntryFilters,
  ...breaksFilter,
  ...PageQuery,
  cursor: resumableCursor,
});
export type ListTimeEntryChanges = Static<typeof ListTimeEntryChanges>;

const id = Type.String({ description: "The id of the time entry.", examples: [exampleId("time")] });

const Tombstone = Type.Object(
  { id, deletedAt: Instant("When it was deleted."), updatedAt: Instant("When it was last changed.") },
  {
    $id: "Tombstone",
    description: "An entry that was deleted.",
    examples: [{ id: exampleId("time"), deletedAt: "2026-03-01T12:00:00Z", updatedAt: "2026-03-01T12:00:00Z" }],
  },
);

const GoneTimeEntry = Type.Object(
  {
    id,
    gone: Type.Literal(true, { description: "Always true: distinguishes it from an entry and from a tombstone." }),
    updatedAt: Instant("When it disappeared from view."),
  },
  {
    $id: "GoneTimeEntry",
    description:
      "An entry that no longer matches the filters, or that the caller may no longer see, because it was changed, moved or given to another member, or its project was hidden.",
    examples: [{ id: exampleId("time"), gone: true, updatedAt: "2026-03-01T12:00:00Z" }],
  },
);

const TimeEntryChange = Type.Union([TimeEntry, Tombstone, GoneTimeEntry]);
export type TimeEntryChange = Static<typeof TimeEntryChange>;

export const TimeEntryChangePage = Page(TimeEntryChange, {
  syncedTo: Instant(
    "For programs that ask with `since`: no change is missed, not even one that is being written now, unless the clock of the database is set back. The same on all pages of one run.",
  ),
  resumeCursor,
});
