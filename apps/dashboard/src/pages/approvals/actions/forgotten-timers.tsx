import { useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { plural } from "#i18n/catalogue.ts";
import { isForgotten } from "#time/is-forgotten.ts";
import { Button } from "#ui/button/button.tsx";
import type { Row } from "#parts/timesheets/board.ts";
import type { Running } from "#parts/timesheets/stop-timer-dialog.tsx";
import { useSheetWords } from "#parts/timesheets/use-sheet-words.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";

interface Props {
  rows: readonly Row[];
  onStop: (timer: Running) => void;
}

const few = 3;

/** Timers that were probably left running. They block the submission of their periods until someone stops them. */
export function ForgottenTimers({ rows, onStop }: Props) {
  const words = useBoardWords();
  const sheetWords = useSheetWords();
  const format = useFormat();
  const { zone, language } = useSettings();
  const now = useNow();
  const [isOpen, setIsOpen] = useState(false);
  const timers = rows.flatMap(({ userId, name, sheets }): Running[] =>
    sheets.flatMap((sheet) => {
      const startedAt = sheet?.timerStartedAt ?? null;
      return startedAt !== null && isForgotten(startedAt, now, zone) ? [{ userId, name, startedAt }] : [];
    }),
  );
  if (timers.length === 0) return null;
  const shown = isOpen ? timers : timers.slice(0, few);
  return (
    <section className="panel stack inset apart" aria-label={words.forgotten}>
      <p>
        <b>{plural(language, timers.length, words.forgottenTimers)}</b> {words.forgottenNote}
      </p>
      <ul className="stack list">
        {shown.map((timer) => (
          <li key={timer.userId} className="wrap">
            <span>
              <b>{timer.name}</b> {words.since(format.moment(timer.startedAt))}
            </span>
            <Button isSmall aria-label={sheetWords.stopOf(timer.name)} onClick={() => onStop(timer)}>
              {sheetWords.stopDots}
            </Button>
          </li>
        ))}
      </ul>
      {timers.length > shown.length && (
        <Button isSmall onClick={() => setIsOpen(true)}>
          {words.showAll(format.number(timers.length))}
        </Button>
      )}
    </section>
  );
}
