import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
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
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            after.delete(name);
            const values = typeof value === "string" ? [value] : value;
            for (const each of values) if (each !== "" && each !== "all") after.append(name, each);
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { address, set };
}
