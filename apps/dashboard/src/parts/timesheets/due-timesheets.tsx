import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { plural } from "#i18n/catalogue.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { dayOf } from "#time/zoned.ts";
import { timesheetGridQuery } from "#api/timesheets.ts";
import { usePeriodName } from "./use-period-name.ts";
import { useSheetWords } from "./use-sheet-words.ts";

/**
 * Lists the person's latest periods that were sent back, or have ended without being submitted. Renders nothing if there
 * are none.
 */
export function DueTimesheets() {
  const words = useSheetWords();
  const { language } = useSettings();
  const { organization } = useMe();
  const periodName = usePeriodName();
  const today = dayOf(useNow(), organization.timeZone);
  const { data } = useQuery(timesheetGridQuery({ userId: ["me"] }));
  const sheets = data?.data[0]?.timesheets ?? [];
  const nameOf = (decider: string | null) => data?.people.find(({ userId }) => userId === decider)?.userName ?? "–";
  const sentBack = sheets.filter(({ status }) => status === "rejected");
  const due = sheets.filter(({ status, periodEnd }) => status === "open" && periodEnd < today);
  const [first] = due;
  return (
    <>
      {sentBack.map((sheet) => (
        <p key={sheet.id} className="notice">
          <span>
            {words.sentBack(periodName(sheet), nameOf(sheet.decidedBy))} {sheet.note !== null && <q>{sheet.note}</q>}
          </span>
          <Link href={`/timesheets/${sheet.id}`}>{words.show}</Link>
        </p>
      ))}
      {first !== undefined && (
        <p className="notice">
          {due.length === 1 ? words.due(periodName(first)) : plural(language, due.length, words.dueMany)}{" "}
          <Link href="/timesheets">{words.show}</Link>
        </p>
      )}
    </>
  );
}
