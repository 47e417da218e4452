import type { Project, TimeEntry } from "@stint/sdk";
import { EllipsisVertical, Lock, Play } from "lucide-react";
import { memo } from "react";
import { useMe } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { currencySymbol } from "#pages/parts/currency-symbol.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import classes from "./entry-list.module.css";

interface Props {
  rowKey: string;
  index: number;
  /** Pixels of rows above it that are left out. */
  before: number;
  entry: TimeEntry;
  project: Project | undefined;
  /** Undefined where the project has one task only. */
  taskName: string | undefined;
  isActive: boolean;
  isSelected: boolean;
  isUnconfirmed: boolean;
  canWrite: boolean;
}

/**
 * An entry that is read. There are up to fifty at once, so they are plain elements without handlers of their own: the
 * list hears their `data-action`.
 */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { rowKey, index, before, entry, project, taskName, isActive, isSelected, isUnconfirmed, canWrite } = props;
  const { text, format, locale } = useSettings();
  const { organization } = useMe();
  const { entries: words } = text;
  const name = entry.description === "" ? text.time.noDescription : entry.description;
  const tabIndex = isActive ? 0 : -1;
  const edit = canWrite && !entry.locked ? "edit" : undefined;
  return (
    <div
      role="row"
      id={`row-${rowKey}`}
      className={classes.row}
      style={{ marginTop: before }}
      data-key={rowKey}
      data-unconfirmed={isUnconfirmed || undefined}
      aria-rowindex={index + 1}
      aria-selected={canWrite ? isSelected : undefined}
      tabIndex={tabIndex}
    >
      <span role="gridcell" className={classes.check}>
        {edit !== undefined && (
          <input
            type="checkbox"
            data-action="select"
            aria-label={words.select(name)}
            checked={isSelected}
            tabIndex={tabIndex}
            readOnly
          />
        )}
        {entry.locked && <Lock size={14} role="img" aria-label={words.locked} />}
      </span>
      <span role="gridcell" className={classes.description} data-action={edit} data-field="description">
        <span className={entry.description === "" ? classes.unnamed : undefined}>{name}</span>
        {entry.tags.length > 0 && <small>{entry.tags.map((tag) => `#${tag}`).join(" ")}</small>}
      </span>
      <span role="gridcell" className={classes.project} data-action={edit} data-field="project">
        <ColorDot color={projectColor(project)} />
        <span>
          {project?.name ?? text.time.noProject}
          {taskName !== undefined && <small> · {taskName}</small>}
        </span>
      </span>
      <span role="gridcell" className={classes.billable}>
        <button
          type="button"
          data-action={edit === undefined ? undefined : "billable"}
          disabled={edit === undefined}
          aria-label={words.billable}
          aria-pressed={entry.billable}
          tabIndex={tabIndex}
        >
          {currencySymbol(organization.currency, locale)}
        </button>
      </span>
      <span role="gridcell" className={classes.times}>
        <span data-action={edit} data-field="start">
          {format.clock(entry.startedAt)}
        </span>
        {" – "}
        <span data-action={edit} data-field="end">
          {format.clock(entry.endedAt)}
        </span>
      </span>
      <span role="gridcell" className={classes.duration} data-action={edit} data-field="duration">
        {format.duration(entry.durationSeconds)}
      </span>
      <span role="gridcell" className={classes.actions}>
        {canWrite && (
          <button type="button" data-action="continue" aria-label={words.continueEntry(name)} tabIndex={tabIndex}>
            <Play size={16} aria-hidden />
          </button>
        )}
        <button type="button" data-action="menu" aria-haspopup="menu" aria-label={words.more(name)} tabIndex={tabIndex}>
          <EllipsisVertical size={16} aria-hidden />
        </button>
      </span>
    </div>
  );
});
