import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { withFields } from "#screen/filter.ts";
import { readDay } from "#time/read-day.ts";
import type { DayRange } from "#time/report-period.ts";
import { readShow, type Show } from "#parts/timesheets/board.ts";

export interface BoardAddress {
  range: DayRange;
  teamId: readonly string[];
  show: Show;
  q: string;
}

/** The state of the screen, as encoded in the URL. The parameters for days and team are named as in the API. */
export function useBoardAddress(usual: DayRange) {
  const [params, setParams] = useSearchParams();
  const given = params.toString();
  const { from, to } = usual;
  const address = useMemo<BoardAddress>(() => {
    const read = new URLSearchParams(given);
    const range = { from: readDay(read.get("from")) ?? from, to: readDay(read.get("to")) ?? to };
    return {
      range: range.from > range.to ? { from, to } : range,
      teamId: read.getAll("teamId"),
      show: readShow(read.get("show")),
      q: read.get("q") ?? "",
    };
  }, [given, from, to]);
  const set = useCallback(
    (change: Partial<Record<"from" | "to" | "show" | "q", string> & { teamId: readonly string[] }>) =>
      setParams((before) => withFields(before, change), { replace: true }),
    [setParams],
  );
  return { address, set };
}
