import { useMe } from "#api/queries.ts";
import { ScreenTabs } from "#pages/parts/screen-tabs.tsx";
import { reports, type ReportState, writeReport } from "./report-address.ts";
import { useSavedWords } from "./saved/use-saved-words.ts";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

/** The way to the same days and filters as another kind of report, and to saved ones. */
export function ReportKinds({ state, isSaved = false }: { state: ReportState; isSaved?: boolean }) {
  const words = useWords();
  const saved = useSavedWords();
  const { scopes } = useMe();
  const isHidden = (kind: string) => (kind === "costs" || kind === "budgets") && !scopes.includes("costs:read");
  const kinds = reports
    .filter((kind) => !isHidden(kind))
    .map((kind) => ({
      to: writeReport({ ...state, report: kind, saved: "" }),
      label: words.kinds[kind],
      isHere: !isSaved && kind === state.report,
    }));
  return (
    <div className={classes.screen}>
      <ScreenTabs
        label={words.navigation}
        tabs={[...kinds, { to: "/reports/saved", label: saved.title, isHere: isSaved }]}
      />
    </div>
  );
}
