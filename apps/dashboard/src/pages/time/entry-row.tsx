import type { Project, TimeEntry } from "@stint/sdk";
import { CircleAlert, EllipsisVertical, Lock, Pencil, Play, Trash2 } from "lucide-react";
import { memo } from "react";
import { lockReason } from "#parts/entries/lock-reason.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { currencySymbol } from "#i18n/formats/currency-symbol.ts";
import { wholeMinutes } from "#time/running-seconds.ts";
import { startMs } from "#time/start-ms.ts";
import { dayOf } from "#time/zoned.ts";
import { useNow } from "#state/use-now.ts";
import { Pulse } from "#ui/pulse.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import classes from "./entry-list.module.css";

interface Props {
  rowKey: string;
  index: number;
  /** The height in pixels of the unrendered rows above. */
  before: number;
  entry: TimeEntry;
  /** Whether the row is in the "Upcoming" group. That group spans several days, so its rows show their days. */
  isUpcoming: boolean;
  project: Project | undefined;
  /** Undefined if the project has only one task. */
  taskName: string | undefined;
  isActive: boolean;
  /** Whether a finger can move the row aside, which uncovers its buttons. */
  isSwipeable: boolean;
  isSelected: boolean;
  isUnconfirmed: boolean;
  canWrite: boolean;
  isRunning?: boolean;
}

/** The running timer, with the time until now. */
export function RunningRow({ entry, ...props }: Props) {
  const now = useNow(entry.startedAt);
  const durationSeconds = wholeMinutes(startMs(entry), now);
  return <EntryRow {...props} entry={{ ...entry, durationSeconds }} canWrite={false} isRunning />;
}

/**
 * The row of an entry that isn't being edited. Up to fifty rows are rendered at once, so their elements are plain and
 * have no event handlers: the list handles clicks by `data-action`.
 */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { rowKey, index, before, entry, project, taskName, isActive, isSelected } = props;
  const { isUnconfirmed, canWrite, isRunning = false } = props;
  const { entries: words, time } = useText();
  const { locale } = useSettings();
  const { organization } = useMe();
  const name = entry.description === "" ? time.noDescription : entry.description;
  const tabIndex = isActive ? 0 : -1;
  const edit = canWrite && !entry.locked ? "edit" : undefined;
  return (
    <div
      role="row"
      id={`row-${rowKey}`}
      className={classes.row}
      style={{ marginTop: before }}
      data-key={rowKey}
      data-running={isRunning || undefined}
      data-unconfirmed={isUnconfirmed || undefined}
      aria-rowindex={index + 1}
      aria-selected={canWrite ? isSelected : undefined}
      tabIndex={tabIndex}
    >
      <span role="gridcell" className={classes.check}>
        {edit !== undefined && (
          <Checkbox
            data-action="select"
            label={words.select(name)}
            hidesLabel
            checked={isSelected}
            tabIndex={tabIndex}
            readOnly
          />
        )}
      </span>
      <span role="gridcell" className={`row ${classes.description}`} data-action={edit} data-field="description">
        <Description {...props} name={name} />
      </span>
      <span role="gridcell" className={`row ${classes.project}`} data-action={edit} data-field="project">
        <ColorDot color={projectColor(project)} />
        <span className="cut">
          {project?.name ?? time.noProject}
          {taskName !== undefined && <span className="dim"> · {taskName}</span>}
        </span>
      </span>
      <span role="gridcell" className={`wide-only ${classes.billable}`}>
        <IconButton
          data-action={edit === undefined ? undefined : "billable"}
          disabled={edit === undefined}
          label={words.billable}
          aria-pressed={entry.billable}
          tabIndex={tabIndex}
        >
          {currencySymbol(organization.currency, locale)}
        </IconButton>
      </span>
      <Times entry={entry} isRunning={isRunning} edit={edit} />
      <RowButtons {...props} name={name} />
    </div>
  );
});

/** The entry's description, and marks of what is special about it. */
function Description({ entry, isUpcoming, isRunning = false, name }: Props & { name: string }) {
  const { entries: words } = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const broken = entry.breaks?.map((rule) => words.breaks[rule]).join(" · ");
  return (
    <>
      {isRunning && <Pulse />}
      {/* The warning already says that the description is missing. */}
      {entry.breaks?.includes("requireDescription") !== true && (
        <span className={entry.description === "" ? "dim cut" : "cut"}>{name}</span>
      )}
      {broken !== undefined && (
        <small className={`over row ${classes.breaks}`} title={broken}>
          <CircleAlert size={14} aria-hidden /> <span className="cut">{broken}</span>
        </small>
      )}
      {isUpcoming && <small className="small">{format.briefDate(dayOf(startMs(entry), zone))}</small>}
      {entry.tags.length > 0 && (
        <small className={`small cut ${classes.tags}`}>{entry.tags.map((tag) => `#${tag}`).join(" ")}</small>
      )}
      {entry.locked && !isRunning && (
        <Lock size={14} role="img" className="dim">
          <title>{words.lockedBy[lockReason(entry)]}</title>
        </Lock>
      )}
    </>
  );
}

interface TimesProps extends Pick<Props, "entry" | "isRunning"> {
  edit: "edit" | undefined;
}

function Times({ entry, isRunning = false, edit }: TimesProps) {
  const { time } = useText();
  const format = useFormat();
  return (
    <>
      <span role="gridcell" className={`number ${isRunning ? "live" : "dim"} ${classes.times}`}>
        <span data-action={edit} data-field="start">
          {format.clock(entry.startedAt)}
        </span>
        {" – "}
        <span data-action={edit} data-field="end">
          {isRunning ? time.now : format.clock(entry.endedAt)}
        </span>
      </span>
      <span
        role="gridcell"
        className={`number strong ${isRunning ? "live" : ""} ${classes.duration}`}
        data-action={edit}
        data-field="duration"
      >
        {format.duration(entry.durationSeconds)}
      </span>
    </>
  );
}

function RowButtons({ entry, isActive, isSwipeable, canWrite, isRunning = false, name }: Props & { name: string }) {
  const { entries: words } = useText();
  const tabIndex = isActive ? 0 : -1;
  const canChange = canWrite && !entry.locked;
  return (
    <>
      <span role="gridcell" className={classes.actions}>
        {canWrite && (
          <IconButton data-action="continue" label={words.continueEntry(name)} tabIndex={tabIndex}>
            <Play size={16} aria-hidden />
          </IconButton>
        )}
        {canChange && (
          <IconButton data-action="edit" label={words.editEntry(name)} tabIndex={tabIndex}>
            <Pencil size={14} aria-hidden />
          </IconButton>
        )}
        {!isRunning && (
          <IconButton data-action="menu" aria-haspopup="menu" label={words.more(name)} tabIndex={tabIndex}>
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        )}
      </span>
      {isSwipeable && canChange && (
        <span role="gridcell" className={classes.swipe}>
          <Button kind="quiet" data-action="edit" tabIndex={tabIndex}>
            <Pencil size={16} aria-hidden /> {words.edit}
          </Button>
          <Button kind="danger" data-action="delete" tabIndex={tabIndex}>
            <Trash2 size={16} aria-hidden /> {words.delete}
          </Button>
        </span>
      )}
    </>
  );
}
