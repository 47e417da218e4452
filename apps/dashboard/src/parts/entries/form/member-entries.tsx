import type { TimeEntry } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { useMayWrite } from "#api/people.ts";
import { useProjects } from "#api/queries.ts";
import { usePages } from "#api/use-pages.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { Rows, ListRow } from "#ui/list/rows.tsx";
import { projectColor } from "#ui/project-color.ts";
import { EntryName } from "./entry-name.tsx";

interface Props {
  /** The entries to list: all of a member's, or those that start between two instants. */
  of: { userId: string; from?: string; to?: string };
  empty: string;
}

/** A member's entries, newest first. People who may write them can open and correct them. */
export function MemberEntries({ of, empty }: Props) {
  const text = useText();
  const format = useFormat();
  const projects = useProjects();
  const canWrite = useMayWrite()(of.userId);
  const pages = usePages<TimeEntry>(["reports", "entries", of], (cursor) => stint.timeEntries.list({ ...of, cursor }));
  return (
    <>
      <Rows label={text.entries.list}>
        {pages.items.map((entry) => {
          const project = projects.find(({ id }) => id === entry.projectId);
          const day = format.dayOf(entry.startedAt);
          return (
            <ListRow key={entry.id} end={<b className="number">{format.duration(entry.durationSeconds)}</b>}>
              <p>
                <EntryName entry={entry} canWrite={canWrite} />{" "}
                {entry.breaks !== undefined && (
                  <span className="small over">
                    {entry.breaks.map((rule) => text.entries.breaks[rule]).join(" · ")}
                  </span>
                )}
              </p>
              <p className="dim">
                <ColorDot color={projectColor(project)} /> {project?.name ?? entry.projectId} · {day},{" "}
                {format.clock(entry.startedAt)} – {format.clock(entry.endedAt)}
              </p>
            </ListRow>
          );
        })}
      </Rows>
      <MoreRows pages={pages} empty={empty} />
    </>
  );
}
