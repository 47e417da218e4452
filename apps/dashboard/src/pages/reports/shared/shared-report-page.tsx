import { NotFoundError, type SharedReport } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { usePages } from "#api/use-pages.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ZoneProvider } from "#state/settings/settings-provider.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { type DayRange, daysContaining, type Interval } from "#time/report-period.ts";
import { dayOf } from "#time/zoned.ts";
import { GroupTable } from "#pages/reports/figures/group-table.tsx";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import { RuleNote } from "#pages/reports/tabs/rule-note.tsx";
import { useSavedWords } from "#pages/reports/saved/use-saved-words.ts";
import { Totals } from "#pages/reports/figures/totals.tsx";
import { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { SharedEntries } from "./shared-entries.tsx";
import { chartOfShared } from "#pages/reports/chart/chart-of.ts";
import { StackedChart } from "#pages/reports/chart/stacked-chart.tsx";
import { MoneyTable } from "#pages/reports/figures/money-table.tsx";
import { Panel } from "#ui/panel.tsx";
import { Button } from "#ui/button/button.tsx";

/** `/shared/{token}`: a report for anyone with the link, without the rest of the dashboard. */
export function SharedReportPage({ id: token }: { id: string }) {
  const { shell } = useText();
  const words = useSavedWords();
  const reportWords = useReportWords();
  // An item is a reply of the server: the report with a page of its entries.
  const pages = usePages(
    ["shared-report", token],
    async (cursor) => {
      const part = await stint.auth.sharedReport(token, { limit: 100, cursor });
      return { data: [part], nextCursor: part.nextCursor ?? null };
    },
    // Each request counts as a visit to the link, so the report isn't refetched.
    { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const [report] = pages.items;
  if (report === undefined)
    return (
      <main className="content">
        {pages.error instanceof NotFoundError ? <h1>{words.notThere}</h1> : <ListState query={pages} />}
      </main>
    );
  const entries = pages.items.flatMap((part) => part.entries ?? []);
  return (
    <ZoneProvider zone={report.tz}>
      <main className="content">
        <Head report={report} />
        <Figures report={report} />
        {report.projects !== undefined && (
          <Panel label={reportWords.table}>
            <MoneyTable
              label={reportWords.table}
              projects={report.projects}
              currency={report.currency}
              hasBudgets={report.projects.some(({ budget }) => budget !== null)}
            />
          </Panel>
        )}
        {report.entries !== undefined && <SharedEntries entries={entries} currency={report.currency} />}
        {pages.hasMore && (
          <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
            {shell.loadMore}
          </Button>
        )}
        <RuleNote
          tz={report.tz}
          range={daysOf(report)}
          hasMoney={report.totals?.amountMinor !== undefined}
          isOverlapping={report.overlapping === true}
        />
      </main>
    </ZoneProvider>
  );
}

function Head({ report }: { report: SharedReport }) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useSavedWords();
  const names = useReportNames();
  const until = format.date(dayOf(Date.parse(report.expiresAt) - 1, zone));
  return (
    <>
      <title>{`${report.name} – ${report.organization}`}</title>
      <h1>{report.name}</h1>
      <p className="dim">
        {[words.publishedBy(report.organization), names.ofRange(daysOf(report)), report.tz].join(" · ")}.{" "}
        {words.endsOn(until)}
      </p>
    </>
  );
}

function Figures({ report }: { report: SharedReport }) {
  const reportWords = useReportWords();
  const words = useSavedWords();
  const { groups, totals, groupBy = [], currency, weekStart } = report;
  const chart = chartOfShared(report);
  const names = useReportNames(intervalOf(report), weekStart as Parameters<typeof useReportNames>[1]);
  // People and tags whose names aren't published are numbered in the order of their keys.
  const parts = (groups ?? []).flatMap(({ groups: each = [] }) => each);
  const numberOf = (by: Grouping, key: string) => {
    const all = groupBy[0] === by ? (groups ?? []) : parts;
    return String([...new Set(all.flatMap((each) => each.key ?? []))].indexOf(key) + 1);
  };
  const nameOf = (by: Grouping, key: string | null, name: string | null) => {
    if (key === null || name !== null) return names.ofGroup(by, key, name);
    if (by === "user") return words.personOf(numberOf(by, key));
    return by === "tag" ? words.tagOf(numberOf(by, key)) : names.ofGroup(by, key, name);
  };
  return (
    <>
      {totals !== undefined && <Totals totals={totals} currency={currency} />}
      {/* A single bar shows nothing that the total doesn't. */}
      {chart.bars.length > 1 && <StackedChart chart={chart} names={{ ...names, ofGroup: nameOf }} />}
      {groups !== undefined && totals !== undefined && groups.length > 0 && (
        <Panel label={reportWords.table} isLong>
          <GroupTable
            by={groupBy as readonly Grouping[]}
            groups={groups}
            totals={totals}
            currency={currency}
            nameOf={nameOf}
            entriesOf={() => undefined}
          />
        </Panel>
      )}
      {(groups ?? report.projects ?? report.entries ?? []).length === 0 && <p>{reportWords.empty}</p>}
    </>
  );
}

/** The report's whole days. */
function daysOf(report: SharedReport): Partial<DayRange> | undefined {
  return report.from === null && report.to === null ? undefined : daysContaining(report, report.tz);
}

/** Infers the interval of the date buckets from a key. Weeks count as days, because a week's key is its first day. */
function intervalOf({ groupBy = [], groups = [] }: SharedReport): Interval {
  const all = groupBy[0] === "date" ? groups : groups.flatMap(({ groups: parts = [] }) => parts);
  const key = groupBy.includes("date") ? all[0]?.key : undefined;
  if (key?.includes("Q") === true) return "quarter";
  const intervals: Record<number, Interval> = { 4: "year", 7: "month" };
  return intervals[key?.length ?? 0] ?? "day";
}
