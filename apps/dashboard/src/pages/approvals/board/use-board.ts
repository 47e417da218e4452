import type { Me } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMe } from "#api/queries.ts";
import { timesheetGridQuery } from "#api/timesheets.ts";
import { useFormat } from "#i18n/format.ts";
import { filled } from "#screen/filter.ts";
import { dayOf } from "#time/zoned.ts";
import { useBoardAddress } from "./use-board-address.ts";
import { lastPeriods, lengths } from "./board-range.ts";
import {
  type Board,
  buildBoard,
  type Decider,
  findRows,
  findWaiting,
  isShown,
  type Show,
  shows,
} from "#parts/timesheets/board.ts";

export type Approvals = NonNullable<Me["organization"]["approvals"]>;

const nothing: Board = { periods: [], rows: [] };

/** The timesheets of the periods and people in the address, and what the person may decide. */
export function useBoard({ period: kind, ownApproval }: Approvals, now: number) {
  const format = useFormat();
  const { user, organization } = useMe();
  const today = dayOf(now, organization.timeZone);
  const usual = lastPeriods(kind, lengths[kind][0], today, organization.weekStart);
  const tools = useBoardAddress(usual);
  const { range, teamId, show, q } = tools.address;
  const filter = { ...range, ...filled({ teamId }) };
  const query = useQuery(timesheetGridQuery(filter));
  const board = useMemo(() => (query.data === undefined ? nothing : buildBoard(query.data.data)), [query.data]);
  const sheets = useMemo(
    () => new Map(board.rows.flatMap((row) => row.sheets.flatMap((each) => (each ? [[each.id, each] as const] : [])))),
    [board],
  );
  const decider = useMemo<Decider>(
    () => ({ userId: user.id, ownApproval, canSubmit: true, today }),
    [user.id, ownApproval, today],
  );
  const rows = useMemo(() => findRows(board.rows, show, q, today), [board, show, q, today]);
  const waiting = useMemo(
    () => board.periods.map((_, column) => findWaiting(rows, column, show, decider)),
    [board, rows, show, decider],
  );
  const counts = useMemo(
    () =>
      Object.fromEntries(
        shows.map((each) => [
          each,
          format.number([...sheets.values()].filter((sheet) => isShown(sheet, each, today)).length),
        ]),
      ) as Record<Show, string>,
    [sheets, today, format],
  );
  const isPartlyChecked = useMemo(() => [...sheets.values()].some(({ missingDays }) => missingDays === null), [sheets]);
  const nameOf = (userId: string) =>
    board.rows.find((row) => row.userId === userId)?.name ??
    query.data?.people.find((each) => each.userId === userId)?.userName ??
    userId;
  return { today, tools, filter, query, board, sheets, decider, rows, waiting, counts, isPartlyChecked, nameOf };
}
