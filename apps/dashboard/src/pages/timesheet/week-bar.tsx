import { ChevronLeft, ChevronRight } from "lucide-react";
import { useText } from "#api/settings.ts";
import { WeekLabel } from "#pages/parts/week-label.tsx";
import { MenuButton, MenuItem } from "#ui/menu.tsx";
import group from "#pages/parts/button-group.module.css";
import classes from "./week-bar.module.css";

interface Props {
  week: string;
  isThisWeek: boolean;
  canWrite: boolean;
  onTurn: (weeks: number) => void;
  onThisWeek: () => void;
  onCopyRows: () => void;
  onCopyTime: () => void;
}

/** Which week is shown, and what can be copied into it. */
export function WeekBar({ week, isThisWeek, canWrite, onTurn, onThisWeek, onCopyRows, onCopyTime }: Props) {
  const { shell, timesheet } = useText();
  return (
    <div className={classes.bar}>
      <div className={classes.title}>
        <h1>{shell.timesheet}</h1>
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
            width={200}
            items={
              <>
                <MenuItem onClick={onCopyRows}>{timesheet.copyRows}</MenuItem>
                <MenuItem onClick={onCopyTime}>{timesheet.copyTime}</MenuItem>
              </>
            }
          >
            {timesheet.copyLastWeek}
          </MenuButton>
        )}
      </div>
    </div>
  );
}
