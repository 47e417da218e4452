import { useMemo } from "react";
import { useToday } from "#api/use-unbilled.ts";
import { type BillFilter, readBillFilter } from "./bill-filter.ts";

/** The filter in a query string. If it names no last day, the bill ends today. */
export function useBillFilter(search: string): BillFilter {
  const today = useToday();
  return useMemo(() => readBillFilter(new URLSearchParams(search), today), [search, today]);
}
