import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { memo, useDeferredValue } from "react";
import { useMe } from "#api/queries.ts";
import { useToday } from "#api/use-unbilled.ts";
import { seesOthers } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { searchKey, useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { Button } from "#ui/button/button.tsx";
import { apart, useLoadAhead } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { isOfProjects, isWiderThan, readReport } from "./address/report-address.ts";
import { addressOfBill } from "./address/report-queries.ts";
import { type ShownReport, useReport } from "./address/use-report.ts";
import { useReportNames } from "./figures/use-report-names.ts";
import { ReportKinds } from "./tools/report-kinds.tsx";
import { SaveButtons } from "./saved/save-buttons.tsx";
import { savedReportsQuery } from "./saved/use-saved-reports.ts";
import { useSavedWords } from "./saved/use-saved-words.ts";
import { ReportTools } from "./tools/report-tools.tsx";
import { useReportWords } from "./figures/use-report-words.ts";
import classes from "./figures/reports.module.css";

const overview = apart(() => import("./saved/overview.tsx").then((m) => m.Overview));
const summary = apart(() => import("./tabs/summary-tab.tsx").then((m) => m.SummaryTab));
const detailed = apart(() => import("./tabs/detailed-tab.tsx").then((m) => m.DetailedTab));
const weekly = apart(() => import("./tabs/weekly-tab.tsx").then((m) => m.WeeklyTab));
const costs = apart(() => import("./tabs/costs-tab.tsx").then((m) => m.CostsTab));

const parts = { summary, detailed, weekly, costs, budgets: costs };

/**
 * Loads the page together with the part that the address asks for. A part that is loaded only when the page is rendered
 * appears 300 ms later.
 */
export async function loadReportsPage() {
  const part = location.search === "" ? overview : parts[readReport(new URLSearchParams(location.search)).report];
  await part.loadAhead();
  return ReportsPage;
}

/** `/reports`: without a query, the overview; otherwise a report, all of whose settings are in the URL. */
function ReportsPage() {
  const { shell } = useText();
  const { scopes, role } = useMe();
  const hasQuery = useSearch() !== "";
  if (!scopes.includes("reports:read")) return <PageHead lead={shell.notForRole(shell.roles[role])} />;
  return <Part>{hasQuery ? <Report /> : <overview.show />}</Part>;
}

/** The API's figures by day, group and filter. */
function Report() {
  const words = useReportWords();
  const savedWords = useSavedWords();
  const { shell } = useText();
  const { zone } = useSettings();
  const report = useReport();
  const me = useMe();
  const { saved: id } = report.state;
  const saved = useQuery({ ...savedReportsQuery, enabled: id !== "" }).data?.find((each) => each.id === id);
  const opened = saved && { query: saved.query, zone: me.organization.timeZone };
  const bill = addressOfBill(report.state, report.range, useToday());
  const lead = [
    ...(seesOthers(me) ? [] : [words.leadOwn]),
    ...(opened !== undefined && isWiderThan(opened, report.state) ? [savedWords.wholeDays] : []),
    ...(report.tz === zone ? [] : [shell.named(words.zone, report.tz)]),
  ];
  useShortcuts(searchKey);
  return (
    <>
      <PageHead title={saved?.name} lead={lead.length > 0 ? lead.join(" ") : undefined}>
        {bill !== undefined && me.scopes.includes("billing:write") && (
          <Button component={Link} href={bill}>
            {words.bill}
          </Button>
        )}
        <SaveButtons report={report} saved={saved} />
      </PageHead>
      <ReportKinds state={report.state} />
      <Printed report={report} />
      <ReportTools report={report} />
      {/* The tools show a press at once; figures and tables may take longer. */}
      <Figures report={useDeferredValue(report)} />
    </>
  );
}

/** Not rendered again while its report is the same. */
const Figures = memo(function Figures({ report }: { report: ShownReport }) {
  const kind = report.state.report;
  useLoadAhead(summary.loadAhead, detailed.loadAhead, weekly.loadAhead, costs.loadAhead);
  return (
    <Part key={kind}>
      {kind === "summary" && <summary.show report={report} />}
      {kind === "detailed" && <detailed.show report={report} />}
      {kind === "weekly" && <weekly.show report={report} />}
      {isOfProjects(report.state) && <costs.show report={report} />}
    </Part>
  );
});

/** In print, replaces the fields with the days and the time zone in words. */
function Printed({ report: { state, range, tz, weekStart, interval } }: { report: ShownReport }) {
  const words = useReportWords();
  const { organization } = useMe();
  const names = useReportNames(interval, weekStart);
  return (
    <p className={classes.printed}>
      {[organization.name, words.kinds[state.report], names.ofRange(range), tz].join(" · ")}
    </p>
  );
}
