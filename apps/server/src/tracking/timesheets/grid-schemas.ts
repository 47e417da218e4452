import { Type, type Static } from "#platform/http/type/type.ts";
import { Closed, Instant, Nullable } from "#platform/http/schemas.ts";
import { day, filters, Timesheet } from "./schemas.ts";

export const TimesheetGridQuery = Closed({
  ...filters,
  from: Type.Optional(day("Only periods that begin on this day or later; by default, 92 days before `to`.")),
  to: Type.Optional(day("Only periods that begin on this day or earlier; by default, today.")),
});
export type TimesheetGridQuery = Static<typeof TimesheetGridQuery>;

const { properties: fields } = Timesheet;

export const TimesheetGrid = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        userId: Type.String({ description: "The member." }),
        userName: Type.String({ description: "The member's name." }),
        timesheets: Type.Array(
          Type.Object({
            ...fields,
            missingDays: Nullable(
              Type.Integer({
                description:
                  "Working days of the organization, from when the member joined up to yesterday, on which no entry began; 0 once it is approved. Null if more than 2,000 undecided timesheets of active members are of this period or later ones: ask for earlier periods alone.",
              }),
            ),
            overlaps: Nullable(
              Type.Integer({
                description:
                  "Entries that began before an earlier one had ended; 0 once it is approved. Null like `missingDays`.",
              }),
            ),
            timerStartedAt: Nullable(Instant("When a timer began that still runs in it.")),
          }),
          { description: "The member's timesheets, earliest first." },
        ),
      }),
      { description: "The members who have timesheets in the range, in the order of their ids." },
    ),
    people: Type.Array(
      Type.Object({
        userId: Type.String({ description: "Who submitted or decided about some of them." }),
        userName: Type.String({ description: "Their name." }),
      }),
      { description: "Everybody whom `submittedBy` and `decidedBy` name, also those whose timesheets you don't see." },
    ),
  },
  { $id: "TimesheetGrid" },
);
export type TimesheetGrid = Static<typeof TimesheetGrid>;
