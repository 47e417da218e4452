import { ApiError } from "@stint/sdk";
import { X } from "lucide-react";
import { explainError, explainField } from "#api/explain-error.ts";
import { plural } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { useSheetRefusal } from "#parts/timesheets/use-sheet-refusal.ts";
import { IconButton } from "#ui/button/button.tsx";
import type { Sheet } from "#parts/timesheets/board.ts";
import type { Refusal } from "./use-batches.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import classes from "./actions.module.css";

interface Props {
  refusal: Refusal | undefined;
  /** Selected timesheets that someone else has changed. */
  changed: readonly Sheet[];
  nameOf: (userId: string) => string;
  onClose: () => void;
}

const few = 5;

/** Whether the server has certainly changed nothing. */
const isRefused = (error: unknown) => error instanceof ApiError && !error.mayHaveHappened;

/**
 * Explains why a batch, or part of it, was refused, and lists the timesheets that someone else has changed.
 */
export function RefusedBatch({ refusal, changed, nameOf, onClose }: Props) {
  const text = useText();
  const words = useBoardWords();
  const { language } = useSettings();
  const periodName = usePeriodName();
  const reasonOf = useSheetRefusal();
  const title = (sheet: Sheet) => `${nameOf(sheet.userId)}, ${periodName(sheet)}`;
  const lines = [
    ...(refusal?.sheets.map(({ sheet, error }) =>
      text.shell.named(title(sheet), reasonOf(error.code) ?? explainField(error, text)),
    ) ?? []),
    ...changed.map((sheet) => text.shell.named(title(sheet), words.changedSince)),
  ];
  return (
    <div role="alert" className={`panel row inset apart ${classes.refusal}`}>
      {(refusal !== undefined || changed.length > 0) && (
        <>
          <div className="fill">
            {refusal !== undefined && (
              <p>
                {isRefused(refusal.error) && <b>{words.refused[refusal.task]} </b>}
                {refusal.sheets.length > 0
                  ? plural(language, refusal.sheets.length, words.refusedOnes)
                  : explainError(refusal.error, text)}{" "}
                {isRefused(refusal.error) && refusal.refused > refusal.sheets.length && words.othersStay}
              </p>
            )}
            {refusal !== undefined && refusal.done > 0 && (
              <p>{plural(language, refusal.done, words.doneBefore[refusal.task])}</p>
            )}
            {refusal === undefined && <p>{plural(language, changed.length, words.changedOnes)}</p>}
            <ul className="list">
              {lines.slice(0, few).map((line) => (
                <li key={line}>{line}</li>
              ))}
              {lines.length > few && <li>{words.andMore(lines.length - few)}</li>}
            </ul>
          </div>
          <IconButton label={text.shell.close} onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}
