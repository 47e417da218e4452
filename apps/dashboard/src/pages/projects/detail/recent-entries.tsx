import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useMayWrite, useNames } from "#api/people.ts";
import { defineQuery, useMe, useTasks } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { EntryName } from "#parts/entries/form/entry-name.tsx";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { PersonName } from "#ui/person-name.tsx";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";

/** A project's latest entries among those that are visible to the person. */
export function RecentEntries({ project }: { project: Project }) {
  const format = useFormat();
  const words = useDetailWords();
  const me = useMe();
  const tasks = useTasks(project.id);
  const asked = { projectId: project.id, limit: 8 };
  const query = useQuery(
    defineQuery(["reports", "recent", project.id], async () => (await stint.timeEntries.list(asked)).data),
  );
  const entries = query.data ?? [];
  const nameOf = useNames(entries.map(({ userId }) => userId));
  const isOwn = !seesOthers(me);
  const mayWrite = useMayWrite();
  return (
    <Panel title={words.recent} aside={<Link href={`/time?projectId=${project.id}`}>{words.openInTime}</Link>}>
      {entries.length > 0 && (
        <Table
          label={words.recent}
          rows={entries}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.entry,
              cell: (entry) => (
                <>
                  <EntryName entry={entry} canWrite={mayWrite(entry.userId)} />{" "}
                  <span className="dim">{tasks.find(({ id }) => id === entry.taskId)?.name}</span>
                </>
              ),
            },
            !isOwn && {
              name: words.person,
              cell: ({ userId }) => <PersonName id={userId} name={nameOf(userId)} />,
            },
            {
              name: words.when,
              cell: ({ startedAt }) => format.moment(startedAt),
            },
            {
              name: words.duration,
              kind: "number",
              cell: ({ durationSeconds }) => format.duration(durationSeconds),
            },
          ]}
        />
      )}
      <ListState query={query} empty={entries.length === 0 && words.noEntries} />
    </Panel>
  );
}
