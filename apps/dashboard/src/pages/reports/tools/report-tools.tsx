import { ListFilter, X } from "lucide-react";
import { useState } from "react";
import { useText } from "#i18n/text.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { apart, useLoadAhead } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import bar from "#ui/list/filter-bar.module.css";
import { Button } from "#ui/button/button.tsx";
import { GroupingPicker } from "./grouping-picker.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import {
  entryFilters,
  filledOf,
  isOfProjects,
  clearedFilters,
  projectFilters,
} from "#pages/reports/address/report-address.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "./report-tools.module.css";

const filters = apart(() => import("./report-filters.tsx").then((m) => m.ReportFilters));

export function ReportTools({ report }: { report: ShownReport }) {
  const { state, set } = report;
  const text = useText();
  const words = useReportWords();
  useLoadAhead(filters.loadAhead);
  // Each kind of report keeps the filters of the others.
  const count = Object.keys(filledOf({ ...state, q: "" }, [...new Set([...entryFilters, ...projectFilters])])).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <search className={`wrap screen-only ${classes.tools}`} data-open={isOpen || state.q !== "" || undefined}>
      <PeriodPicker report={report} />
      {(state.report === "summary" || state.report === "weekly") && <GroupingPicker report={report} />}
      {!isOfProjects(state) && (
        <SearchField
          label={words.search}
          placeholder={text.shell.search}
          value={state.q}
          onChange={(q) => set({ q })}
        />
      )}
      <Button
        kind="quiet"
        className={classes.filters}
        aria-expanded={isOpen}
        aria-controls="report-filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ListFilter size={16} aria-hidden /> <span>{text.entries.filters}</span>
        {count > 0 && ` (${count})`}
      </Button>
      <div id="report-filters" className={bar.fields} hidden={!isOpen}>
        <Part fallback={<span className={classes.loading} />}>
          {wasOpen && <filters.show report={report} isOpen={isOpen} />}
        </Part>
        {(count > 0 || state.q !== "") && (
          <Button kind="quiet" onClick={() => set(clearedFilters)}>
            <X size={16} aria-hidden /> {words.clear}
          </Button>
        )}
      </div>
    </search>
  );
}
