import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { stint } from "#api/client.ts";
import { useMe, useTasks } from "#api/queries.ts";
import { usePeople } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { dayOf } from "#time/zoned.ts";
import table from "#ui/list/table.module.css";
import { Panel } from "./panel.tsx";
import { useDetailWords } from "./use-detail-words.ts";

/** The latest entries on a project, as far as the person may see them. */
export function RecentEntries({ project }: { project: Project }) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useDetailWords();
  const { role } = useMe();
  const people = usePeople();
  const tasks = useTasks(project.id);
  const asked = { projectId: project.id, limit: 8 };
  const query = useQuery({
    queryKey: ["reports", "recent", project.id],
    queryFn: async () => (await stint.timeEntries.list(asked)).data,
  });
  const entries = query.data ?? [];
  const isOwn = role === "member";
  return (
    <Panel title={words.recent} aside={<Link href={`/time?projectId=${project.id}`}>{words.openInTime}</Link>}>
      {entries.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{words.entry}</th>
              {!isOwn && <th scope="col">{words.person}</th>}
              <th scope="col">{words.when}</th>
              <th scope="col" className={table.number}>
                {words.duration}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <th scope="row">
                  {entry.description === "" ? (
                    <span className={table.dim}>{words.noDescription}</span>
                  ) : (
                    entry.description
                  )}{" "}
                  <span className={table.dim}>{tasks.find(({ id }) => id === entry.taskId)?.name}</span>
                </th>
                {!isOwn && <td>{people.find(({ userId }) => userId === entry.userId)?.name}</td>}
                <td>
                  {format.day(dayOf(entry.startedAt, zone))} {format.clock(entry.startedAt)}
                </td>
                <td className={table.number} data-label={words.duration}>
                  {format.duration(entry.durationSeconds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListState query={query} empty={entries.length === 0 && words.noEntries} />
    </Panel>
  );
}
