import { plural } from "#i18n/catalogue.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useAction } from "#ui/form/use-action.ts";
import type { Sheet } from "#parts/timesheets/board.ts";
import { isRecent } from "#parts/timesheets/deciding.ts";
import { Button } from "#ui/button/button.tsx";
import { useWords } from "#pages/approvals/board/use-words.ts";

interface Props {
  sheets: ReadonlyMap<string, Sheet>;
  userId: string;
  graceMinutes: number;
  now: number;
  onTakeBack: (sheets: readonly Sheet[]) => Promise<void>;
}

/** Offers to undo the person's recent approvals. Unlike a later reopening, this needs no note. */
export function UndoApproval({ sheets, userId, graceMinutes, now, onTakeBack }: Props) {
  const words = useWords();
  const { language } = useSettings();
  const action = useAction();
  const recent = [...sheets.values()].filter((sheet) => isRecent(sheet, userId, graceMinutes, now));
  if (recent.length === 0) return null;
  return (
    <div className="panel wrap inset apart">
      <p>
        {words.justApproved(
          plural(language, recent.length, words.timesheets),
          plural(language, graceMinutes, words.minutes),
        )}
      </p>
      <Button isSmall isBusy={action.isRunning} onClick={() => action.run(() => onTakeBack(recent))}>
        {words.undoApproval}
      </Button>
      <p role="alert" className="error">
        {action.message}
      </p>
    </div>
  );
}
