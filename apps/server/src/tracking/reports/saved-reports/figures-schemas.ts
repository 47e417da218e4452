import { Closed, Nullable, OneOf, PageQuery } from "#platform/http/contract/schemas.ts";
import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { TimeEntryPage } from "#tracking/entries/time-entries/schemas.ts";
import { Costs, Summary } from "#tracking/reports/summaries/schemas.ts";
import { reportKinds } from "./schemas.ts";

export const SavedReportFigures = Type.Object(
  {
    report: OneOf(reportKinds, { description: "Which of the fields below is present." }),
    from: Nullable(
      Type.String({ description: "The first day or instant of the report as it is read; null if it is unbounded." }),
    ),
    to: Nullable(
      Type.String({ description: "The last day, or the instant before which entries start; null if it is unbounded." }),
    ),
    tz: Type.String({ description: "The time zone that determines the days." }),
    summary: Type.Optional(
      Type.Unsafe<Static<typeof Summary>>({
        ...Summary,
        description: "For `summary` and `weekly`, as `GET /reports/summary` returns it.",
      }),
    ),
    costs: Type.Optional(
      Type.Unsafe<Static<typeof Costs>>({
        ...Costs,
        description: "For `costs` and `budgets`, as `GET /reports/costs` returns it.",
      }),
    ),
    entries: Type.Optional(
      Type.Unsafe<Static<typeof TimeEntryPage>>({
        ...TimeEntryPage,
        description: "For `detailed`, as `GET /time-entries` returns it.",
      }),
    ),
  },
  { $id: "SavedReportFigures" },
);

export const FiguresQuery = Closed({ ...PageQuery });
