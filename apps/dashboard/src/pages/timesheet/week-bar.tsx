import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#i18n/text.ts";
import { WeekLabel } from "#entries/week-label.tsx";
import { MenuButton, MenuItem } from "#ui/menu/menu.tsx";
import group from "#ui/button/button-group.module.css";
import classes from "./week-bar.module.css";

interface Props {
  week: string;
  isThisWeek: boolean;
  canWrite: boolean;
  /**
   * Whether both weeks, the projects and the tasks have loaded. Copying before that would add time that the week already
   * has, or leave out rows whose task isn't known to be open.
   */
  isLoaded: boolean;
  onTurn: (weeks: number) => void;
  onThisWeek: () => void;
  onCopyRows: () => void;
  onCopyTime: () => void;
  /** The primary button, last. */
  children: ReactNode;
}

/** The visible week, and buttons to copy rows or time into it. */
export function WeekBar({ week, isThisWeek, canWrite, isLoaded, onTurn, onThisWeek, ...props }: Props) {
  const { screens, timesheet } = useText();
  return (
    <div className={classes.bar}>
      <div className={classes.title}>
        <h1>{screens.timesheet}</h1>
        <WeekLabel week={week} />
      </div>
      <div className={classes.controls}>
        <div className={group.group}>
          <button type="button" aria-label={timesheet.previousWeek} onClick={() => onTurn(-1)}>
            <ChevronLeft size={16} aria-hidden />
          </button>
          <button type="button" disabled={isThisWeek} onClick={onThisWeek}>
            {timesheet.thisWeek}
          </button>
          <button type="button" aria-label={timesheet.nextWeek} onClick={() => onTurn(1)}>
            <ChevronRight size={16} aria-hidden />
          </button>
        </div>
        {canWrite && (
          <MenuButton
            className={classes.copy}
            disabled={!isLoaded}
            width={200}
            items={
              <>
                <MenuItem disabled={!isLoaded} onClick={props.onCopyRows}>
                  {timesheet.copyRows}
                </MenuItem>
                <MenuItem disabled={!isLoaded} onClick={props.onCopyTime}>
                  {timesheet.copyTime}
                </MenuItem>
              </>
            }
          >
            {timesheet.copyLastWeek}
          </MenuButton>
        )}
        {props.children}
      </div>
    </div>
  );
}
