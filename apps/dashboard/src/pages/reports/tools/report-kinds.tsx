import { useMe } from "#api/queries.ts";
import { ScreenTabs } from "#screen/tabs/screen-tabs.tsx";
import { reportKinds, type ReportState, writeReport } from "#pages/reports/address/report-address.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";

/** Links to the other kinds of report with the same days and filters, and to the overview. */
export function ReportKinds({ state, isOverview = false }: { state: ReportState; isOverview?: boolean }) {
  const words = useReportWords();
  const { scopes } = useMe();
  const isHidden = (kind: string) => (kind === "costs" || kind === "budgets") && !scopes.includes("costs:read");
  const kinds = reportKinds
    .filter((kind) => !isHidden(kind))
    .map((kind) => ({
      to: writeReport({ ...state, report: kind, saved: "" }),
      label: words.kinds[kind],
      isHere: !isOverview && kind === state.report,
    }));
  return (
    <div className="screen-only">
      <ScreenTabs
        label={words.navigation}
        tabs={[{ to: "/reports", label: words.overview, isHere: isOverview }, ...kinds]}
      />
    </div>
  );
}
