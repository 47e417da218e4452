import { shownAs } from "#platform/fields/shown.ts";
import { ReportLink } from "./schemas.ts";

export const toReportLink = shownAs(ReportLink);
