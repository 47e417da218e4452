import { useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { plural } from "#i18n/catalogue.ts";
import { isForgotten } from "#time/is-forgotten.ts";
import { Button } from "#ui/button/button.tsx";
import type { Row } from "#parts/timesheets/board.ts";
import type { Running } from "#parts/timesheets/stop-timer-dialog.tsx";
import { RunningTimer } from "#parts/timesheets/running-timer.tsx";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";

const few = 3;

/** Timers that were probably left running. They block the submission of their periods until someone stops them. */
export function ForgottenTimers({ rows }: { rows: readonly Row[] }) {
  const words = useBoardWords();
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
          <li key={timer.userId}>
            <RunningTimer {...timer} />
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
