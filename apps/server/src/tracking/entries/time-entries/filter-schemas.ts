import { Type } from "#platform/http/contract/type/type.ts";
import { AnyOf, DayOrInstant, IdOf, MemberId, OneOf, Text, TextOf } from "#platform/http/contract/schemas.ts";
import { statuses } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { entrySources, unknownSource } from "#tracking/ledger/entry-sources/entry-sources.ts";

/** The filters that both lists and sums of time entries support. */
export const timeEntryFilters = {
  projectId: AnyOf(IdOf("proj"), "Only entries of this project."),
  taskId: AnyOf(IdOf("task"), "Only entries of this task."),
  clientId: AnyOf(IdOf("client"), "Only entries of this client's projects."),
  userId: AnyOf(MemberId, "Only entries of this member; `me` is the key's own."),
  teamId: AnyOf(IdOf("team"), "Only entries of this team's current members. Needs the scope `teams:read`."),
  tag: AnyOf(TextOf(50), "Only entries with this tag, ignoring case."),
  billable: Type.Optional(Type.Boolean({ description: "Only billable entries, or only non-billable ones." })),
  billed: Type.Optional(Type.Boolean({ description: "Only billed entries, or only those that are not." })),
  from: DayOrInstant("Started at or after: an instant, or a date in `tz`."),
  to: DayOrInstant("Started before an instant, or until the end of a date in `tz`."),
  tz: Type.Optional(
    Type.String({
      format: "time-zone",
      description: "IANA time zone for `from` and `to` as dates; by default the organization's.",
      examples: ["Europe/Berlin"],
    }),
  ),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the description, ignoring case." })),
  externalRef: AnyOf(TextOf(255), "Only the entry with this reference."),
  source: AnyOf(
    OneOf([...entrySources, unknownSource]),
    "Only entries from this source; `unknown` means those whose `source` is null.",
  ),
};

/** For lists only, because stored sums do not distinguish entries by the rules that they break. */
export const breaksFilter = {
  breaks: Type.Optional(Type.Boolean({ description: "Only entries with `breaks`, or only those without." })),
};

/** For lists and reports only: `/changes` cannot report that an entry's timesheet has changed its status. */
export const approvalFilter = {
  approval: AnyOf(
    OneOf(statuses),
    "Only entries whose timesheet has this status; `open` includes entries without a stored timesheet.",
  ),
};
