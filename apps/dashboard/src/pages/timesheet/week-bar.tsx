import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useText } from "#i18n/text.ts";
import { WeekLabel } from "#parts/entries/week-label.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { readDay } from "#time/read-day.ts";
import { startOfWeek } from "#time/zoned.ts";
import { MenuButton, MenuItem } from "#ui/menu/menu.tsx";
import { Steps } from "#ui/choices/groups.tsx";
import { buttonLook } from "#ui/button/button.tsx";

interface Props {
  today: string;
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

/** The week in the address, and buttons to copy rows or time into it. */
export function WeekBar({ today, isThisWeek, canWrite, isLoaded, onTurn, onThisWeek, ...props }: Props) {
  const { days, screens } = useText();
  const timesheet = useSheetGridWords();
  const { weekStart } = useSettings();
  // Of the address, not of the grid, so that a press shows at once.
  const week = startOfWeek(readDay(useSearchParams()[0].get("week")) ?? today, weekStart);
  return (
    <div className="between period-bar">
      <div className="wrap">
        <h1>{screens.timesheet}</h1>
        <WeekLabel week={week} />
      </div>
      <div className="buttons">
        <Steps
          labels={[days.previousWeek, days.nextWeek]}
          now={{ label: days.thisWeek, disabled: isThisWeek, onClick: onThisWeek }}
          onStep={onTurn}
        />
        {canWrite && (
          <MenuButton
            {...buttonLook()}
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
