import type { TimesheetGrid } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { useMe } from "#api/queries.ts";
import { timesheetGridQuery } from "#api/timesheets.ts";
import { buildBoard, findRows, isShown, periodKey, readShow, type Sheet } from "#parts/timesheets/board.ts";
import { readSheetId } from "#parts/timesheets/read-sheet-id.ts";
import { filled } from "#screen/filter.ts";
import { useNow } from "#state/use-now.ts";
import { dayOf } from "#time/zoned.ts";

/**
 * The timesheets of the same period that the board shows, in its order, for someone who decides about them. The address
 * has the parameters of the board.
 */
export function useNeighbours(id: string) {
  const { user, scopes, organization } = useMe();
  const [params] = useSearchParams();
  const today = dayOf(useNow(), organization.timeZone);
  const { userId, periodStart = "" } = readSheetId(id) ?? {};
  const isNeeded = userId !== undefined && userId !== user.id && scopes.includes("timesheets:approve");
  const teamId = params.getAll("teamId");
  const filter = { from: periodStart, to: periodStart, ...filled({ teamId }) };
  const { data } = useQuery({ ...timesheetGridQuery(filter), enabled: isNeeded });
  const sheets = neighboursOf(data?.data ?? [], id, { params, today, ownId: user.id });
  const at = sheets.findIndex((sheet) => sheet.id === id);
  return {
    isNeeded,
    ids: sheets.map((sheet) => sheet.id),
    at,
    /** This timesheet, with what only the board knows. */
    here: sheets[at],
  };
}

interface Shown {
  params: URLSearchParams;
  today: string;
  /** The person, whose own timesheet has no neighbours, so nothing would lead on from it. */
  ownId: string;
}

/** The timesheets of the same period that the board shows, and this one, which a decision may remove from the board. */
export function neighboursOf(data: TimesheetGrid["data"], id: string, { params, today, ownId }: Shown): Sheet[] {
  const show = readShow(params.get("show"));
  return findRows(buildBoard(data).rows, "all", params.get("q") ?? "", today)
    .filter(({ userId }) => userId !== ownId)
    .flatMap((row) => row.sheets)
    .filter((sheet) => sheet !== undefined)
    .filter((sheet) => sheet.id === id || (isShown(sheet, show, today) && periodKey(sheet.id) === periodKey(id)));
}
