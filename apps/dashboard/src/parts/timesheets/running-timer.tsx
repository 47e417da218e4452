import { useState } from "react";
import { useMayWrite } from "#api/people.ts";
import { useFormat } from "#i18n/format.ts";
import { type Running, StopTimerDialog } from "./stop-timer-dialog.tsx";
import { useSheetWords } from "./use-sheet-words.ts";
import { Button } from "#ui/button/button.tsx";
import { afterClosing } from "#ui/dialog/after-closing.ts";
import { focusHeading } from "#ui/focus-heading.ts";

/** The member's timer, which hinders the submission. People who may write the member's entries can stop it. */
export function RunningTimer(timer: Running) {
  const words = useSheetWords();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const [isStopping, setIsStopping] = useState(false);
  function close(): void {
    setIsStopping(false);
    // A stopped timer disappears together with the button that opened the dialog.
    afterClosing(() => document.activeElement === document.body && focusHeading());
  }
  return (
    <div className="wrap">
      <span>{words.timerOf(timer.name, format.moment(timer.startedAt))}</span>
      {mayWrite(timer.userId) && (
        <Button isSmall aria-label={words.stopOf(timer.name)} onClick={() => setIsStopping(true)}>
          {words.stopDots}
        </Button>
      )}
      {isStopping && <StopTimerDialog {...timer} onClose={close} />}
    </div>
  );
}
