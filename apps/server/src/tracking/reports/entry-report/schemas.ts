import { type Static, Type } from "#platform/http/contract/type/type.ts";
import { Closed, csvOptions, OneOf } from "#platform/http/contract/schemas.ts";
import { tableLanguage } from "#tracking/reports/table-language.ts";
import { approvalFilter, timeEntryFilters } from "#tracking/entries/time-entries/filter-schemas.ts";

export const EntryReportQuery = Closed({
  ...timeEntryFilters,
  ...approvalFilter,
  format: Type.Optional(OneOf(["csv", "xlsx"], { description: "CSV (RFC 4180) or XLSX.", default: "csv" })),
  ...csvOptions,
  language: tableLanguage,
});
export type EntryReportQuery = Static<typeof EntryReportQuery>;
