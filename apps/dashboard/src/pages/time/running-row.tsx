import type { Project, Timer } from "@stint/sdk";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { currencySymbol } from "#i18n/formats/currency-symbol.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { Pulse } from "#ui/pulse.tsx";
import { projectColor } from "#ui/project-color.ts";
import classes from "./entry-list.module.css";

interface Props {
  index: number;
  before: number;
  timer: Timer;
  project: Project | undefined;
  taskName: string | undefined;
}

/** The running timer as the first row of today. It is changed in the timer bar. */
export function RunningRow({ index, before, timer, project, taskName }: Props) {
  const { time } = useText();
  const format = useFormat();
  const { locale } = useSettings();
  const { organization } = useMe();
  const now = useNow(timer.startedAt);
  const { description, tags, billable, startedAt } = timer;
  const seconds = Math.max(0, Math.floor((now - Date.parse(startedAt)) / 60_000) * 60);
  return (
    <div role="row" className={classes.row} style={{ marginTop: before }} data-running aria-rowindex={index + 1}>
      <span role="gridcell" className={`row ${classes.description}`}>
        <Pulse />
        <span className={description === "" ? "dim cut" : "cut"}>
          {description === "" ? time.noDescription : description}
        </span>
        {tags.length > 0 && (
          <small className={`small cut ${classes.tags}`}>{tags.map((tag) => `#${tag}`).join(" ")}</small>
        )}
      </span>
      <span role="gridcell" className={`row ${classes.project}`}>
        <ColorDot color={projectColor(project)} />
        <span className="cut">
          {project?.name ?? time.noProject}
          {taskName !== undefined && <span className="dim"> · {taskName}</span>}
        </span>
      </span>
      <span role="gridcell" className={`dim ${classes.billable}`}>
        {billable && currencySymbol(organization.currency, locale)}
      </span>
      <span role="gridcell" className={`live number ${classes.times}`}>
        {time.untilNow(format.clock(startedAt))}
      </span>
      <span role="gridcell" className={`live number strong ${classes.duration}`}>
        {format.duration(seconds)}
      </span>
    </div>
  );
}
