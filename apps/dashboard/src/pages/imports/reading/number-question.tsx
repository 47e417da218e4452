import type { Import } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { formatRunning } from "#time/format-running.ts";
import { Button } from "#ui/button/button.tsx";
import type { Update } from "#pages/imports/preview/use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

type Question = Import["questions"][number];
type Unit = NonNullable<Import["durationUnit"]>;
type Mark = NonNullable<Import["decimalMark"]>;

/** Asks how to read numbers, with the total and the first rows for each answer. */
export function NumberQuestion({ question, update }: { question: Question; update: Update }) {
  const format = useFormat();
  const words = useImportWords();
  const { code, example, answers } = question;
  const isUnit = code === "duration_unit";
  return (
    <div className="stack">
      <p>
        <b>{isUnit ? words.unitQuestion(example ?? "") : words.markQuestion(example ?? "")}</b>
      </p>
      <ul className="list fields">
        {answers.map(({ value, seconds, first }) => (
          <li key={value} className="stack">
            <Button
              disabled={update.isRunning}
              onClick={() => update.set(isUnit ? { durationUnit: value as Unit } : { decimalMark: value as Mark })}
            >
              {words.readAs[value as Unit | Mark]}
            </Button>
            <b>{words.answerTotal(formatRunning(seconds))}</b>
            {first.map((row) => (
              <span key={row.line} className="dim">
                {words.answerRow(
                  format.number(row.line),
                  row.read,
                  isUnit ? formatRunning(row.seconds) : `${format.number(row.number)} (${formatRunning(row.seconds)})`,
                )}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
