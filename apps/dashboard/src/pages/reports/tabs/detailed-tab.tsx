import type { TimeEntry } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { useMayWrite, useNames } from "#api/people.ts";
import { useMe, useProjectsById } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { usePages } from "#api/use-pages.ts";
import { useFormat } from "#i18n/format.ts";
import { EntryName } from "#parts/entries/form/entry-name.tsx";
import { ZoneProvider } from "#state/settings/settings-provider.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { Panel } from "#ui/panel.tsx";
import { PersonName } from "#ui/person-name.tsx";
import { projectColor } from "#ui/project-color.ts";
import { entryFilter, summaryOf } from "#pages/reports/address/report-queries.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import type { Group } from "#pages/reports/figures/compare-groups.ts";
import { EntryTable } from "#pages/reports/figures/entry-table.tsx";
import { Totals } from "#pages/reports/figures/totals.tsx";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { Downloads } from "./downloads.tsx";
import { RuleNote } from "./rule-note.tsx";
import classes from "#pages/reports/figures/reports.module.css";

/** The entries behind a figure, with their sums and how they are counted. */
export function DetailedTab({ report: { state, range, tz } }: { report: ShownReport }) {
  const format = useFormat();
  const words = useReportWords();
  const asked = entryFilter(state, range, tz);
  // Groups by task too, so that the reply contains the names of the tasks.
  const sums = useQuery({
    ...summaryQuery(summaryOf(state, range, tz, ["project", "task"])),
    placeholderData: keepPreviousData,
  });
  const pages = usePages<TimeEntry>(["reports", "entries", asked], (cursor) =>
    stint.timeEntries.list({ ...asked, limit: 100, cursor }),
  );
  const { currency } = useMe().organization;
  const { totals, groups = [] } = sums.data ?? {};
  return (
    <>
      {totals !== undefined && (
        <>
          <Totals totals={totals} currency={currency} query={asked}>
            {totals.entries > 0 && (
              <p className={`dim ${classes.note}`}>
                {words.shownOf(format.number(pages.items.length), format.number(totals.entries))}
              </p>
            )}
          </Totals>
          <RuleNote
            tz={tz}
            range={range}
            projectIds={groups.map(({ key }) => key)}
            hasMoney={totals.amountMinor !== undefined}
          />
        </>
      )}
      <ListState query={sums} />
      {/* Waits for the sums, which would otherwise push the entries down. */}
      {!sums.isPending && (
        <Panel
          title={words.entries}
          isLong
          aside={
            <Downloads
              kind="entries"
              range={range}
              ask={(table, signal) => stint.reports.entries({ ...asked, ...table }, { signal })}
              call={{ operation: "timeEntries.list", query: asked, isList: true }}
            />
          }
        >
          <ZoneProvider zone={tz}>
            <Entries entries={pages.items} currency={currency} tasks={tasksIn(groups)} />
          </ZoneProvider>
          <MoreRows pages={pages} shape="table" empty={words.empty} />
        </Panel>
      )}
    </>
  );
}

/** The names of the tasks in a summary by project and task. */
function tasksIn(groups: readonly Group[]): ReadonlyMap<string | null, string | null> {
  return new Map(groups.flatMap(({ groups: parts = [] }) => parts.map(({ key, name }) => [key, name])));
}

interface EntriesProps {
  entries: readonly TimeEntry[];
  currency: string;
  tasks: ReadonlyMap<string | null, string | null>;
}

function Entries({ entries, currency, tasks }: EntriesProps) {
  const words = useReportWords();
  const me = useMe();
  const nameOf = useNames(entries.map(({ userId }) => userId));
  const projects = useProjectsById();
  const mayWrite = useMayWrite();
  if (entries.length === 0) return null;
  return (
    <EntryTable
      entries={entries}
      currency={currency}
      hasBillable
      about={[
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
            const project = projects.get(projectId);
            return (
              <span className="row">
                <ColorDot color={projectColor(project)} />
                <span>
                  {project?.name ?? projectId} <span className="dim">{tasks.get(taskId)}</span>
                </span>
              </span>
            );
          },
        },
        seesOthers(me) && {
          name: words.person,
          cell: ({ userId }) => <PersonName id={userId} name={nameOf(userId)} />,
        },
      ]}
    />
  );
}
