import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, Instant, Nullable } from "#platform/http/contract/schemas.ts";
import { day, filters, Timesheet } from "#tracking/month/timesheets/schemas.ts";

/** The number of days in a grid if the query has no `from`. */
export const usualDays = 92;

export const TimesheetGridQuery = Closed({
  ...filters,
  from: Type.Optional(
    day(`Only periods that begin on this day or later; by default, ${usualDays} days before \`to\`.`),
  ),
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
                  "The organization's working days, from when the member joined until yesterday, on which no entry began; 0 once the timesheet is approved. Null if active members have more than 2,000 undecided timesheets of this period or later: request earlier periods separately.",
              }),
            ),
            overlaps: Nullable(
              Type.Integer({
                description:
                  "The number of entries that began before an earlier one ended; 0 once the timesheet is approved. Null like `missingDays`.",
              }),
            ),
            timerStartedAt: Nullable(Instant("When a timer that is still running began in this period.")),
          }),
          { description: "The member's timesheets, earliest first." },
        ),
      }),
      { description: "The members who have timesheets in the range, in the order of their ids." },
    ),
    people: Type.Array(
      Type.Object({
        userId: Type.String({ description: "The people who submitted or decided on some of them." }),
        userName: Type.String({ description: "Their name." }),
      }),
      { description: "Everyone in `submittedBy` and `decidedBy`, including people whose timesheets you cannot see." },
    ),
  },
  { $id: "TimesheetGrid" },
);
export type TimesheetGrid = Static<typeof TimesheetGrid>;
