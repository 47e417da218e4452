import type { TimeEntry } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { useMayWrite, usePeople } from "#api/people.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { EntryName } from "#parts/entries/form/entry-name.tsx";
import { useFormat } from "#i18n/format.ts";
import { ZoneProvider } from "#state/settings/settings-provider.tsx";
import { usePages } from "#api/use-pages.ts";
import { Amount } from "#parts/figures/amount.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { dayOf } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { Table } from "#ui/list/table.tsx";
import { Downloads } from "./downloads.tsx";
import { fileName } from "./file-name.ts";
import { entryFilter, summaryOf } from "./report-queries.ts";
import { RuleNote } from "./rule-note.tsx";
import { Totals } from "./totals.tsx";
import { useReportNames } from "./use-report-names.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import panel from "#ui/panel.module.css";
import { Panel } from "#ui/panel.tsx";
import classes from "./reports.module.css";

/** The entries behind a figure, with their sums and how they are counted. */
export function DetailedTab({ report }: { report: ShownReport }) {
  const { state, range, tz, weekStart, interval } = report;
  const format = useFormat();
  const words = useWords();
  const names = useReportNames(interval, weekStart);
  const asked = entryFilter(state, range, tz);
  // Groups by task too, so that the reply contains the names of the tasks.
  const sums = useQuery({
    ...summaryQuery(summaryOf(state, range, tz, ["project", "task"])),
    placeholderData: keepPreviousData,
  });
  const pages = usePages<TimeEntry>(["reports", "entries", asked], (cursor) =>
    stint.timeEntries.list({ ...asked, limit: 100, cursor }),
  );
  const call = {
    operation: "timeEntries.list",
    method: "GET",
    path: "/v1/time-entries",
    query: asked,
    isList: true,
  } as const;
  const { currency } = useMe().organization;
  const { totals, groups = [] } = sums.data ?? {};
  const tasks = new Map(groups.flatMap(({ groups: parts = [] }) => parts.map(({ key, name }) => [key, name])));
  return (
    <>
      {totals !== undefined && (
        <section className={panel.panel} aria-label={words.total}>
          <Totals totals={totals} currency={currency} query={asked} />
          {totals.entries > 0 && (
            <p className={`dim ${classes.note}`}>
              {words.shownOf(format.number(pages.items.length), format.number(totals.entries))}
            </p>
          )}
        </section>
      )}
      {totals !== undefined && (
        <RuleNote
          isOpen
          tz={tz}
          range={range && names.ofRange(range)}
          projectIds={groups.map(({ key }) => key)}
          hasMoney={totals.amountMinor !== undefined}
        />
      )}
      <ListState query={sums} />
      {/* Waits for the sums, which would otherwise push the entries down. */}
      {!sums.isPending && (
        <Panel
          title={words.entries}
          isLong
          aside={
            <Downloads
              name={fileName("entries", range)}
              ask={(table, signal) => stint.reports.entries({ ...asked, ...table }, { signal })}
              call={call}
            />
          }
        >
          {pages.items.length > 0 && (
            <ZoneProvider zone={tz}>
              <EntryTable entries={pages.items} tz={tz} currency={currency} tasks={tasks} />
            </ZoneProvider>
          )}
          <MoreRows pages={pages} empty={words.empty} />
        </Panel>
      )}
    </>
  );
}

interface TableProps {
  entries: readonly TimeEntry[];
  tz: string;
  currency: string;
  tasks: ReadonlyMap<string | null, string | null>;
}

function EntryTable({ entries, tz, currency, tasks }: TableProps) {
  const format = useFormat();
  const words = useWords();
  const me = useMe();
  const people = usePeople();
  const projects = useProjects();
  const isOwn = !seesOthers(me);
  const mayWrite = useMayWrite();
  const hasMoney = entries.some(({ amountMinor }) => amountMinor !== undefined);
  return (
    <Table
      label={words.entries}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.description,
          cell: (entry) => (
            <>
              <EntryName entry={entry} canWrite={mayWrite(entry.userId)} />{" "}
              {entry.tags.map((tag) => (
                <span key={tag} className="chip">
                  {tag}
                </span>
              ))}
            </>
          ),
        },
        {
          name: words.project,
          cell: ({ projectId, taskId }) => {
            const project = projects.find(({ id }) => id === projectId);
            return (
              <>
                <span className="row">
                  <ColorDot color={projectColor(project)} /> {project?.name ?? projectId}
                </span>{" "}
                <span className="dim">{tasks.get(taskId)}</span>
              </>
            );
          },
        },
        !isOwn && { name: words.person, cell: (entry) => people.find(({ userId }) => userId === entry.userId)?.name },
        {
          name: words.when,
          cell: ({ startedAt, endedAt }) => (
            <>
              {format.day(dayOf(startedAt, tz))}{" "}
              <span className="dim">
                {format.clock(startedAt)} – {format.clock(endedAt)}
              </span>
            </>
          ),
        },
        { name: words.duration, kind: "number", cell: ({ durationSeconds }) => format.duration(durationSeconds) },
        {
          name: words.billable,
          kind: "number",
          cell: ({ billable, billableSeconds }) => (billable ? format.duration(billableSeconds) : "–"),
        },
        hasMoney && {
          name: words.amount,
          kind: "number",
          // Leads see amounts for some people only, so an entry may have no amount.
          cell: ({ amountMinor, rateSource, billableSeconds }) =>
            amountMinor === undefined ? (
              "–"
            ) : (
              <Amount minor={amountMinor} secondsWithoutRate={rateSource === "none" ? billableSeconds : 0} isPart>
                {format.money(amountMinor, currency)}
              </Amount>
            ),
        },
      ]}
    />
  );
}
