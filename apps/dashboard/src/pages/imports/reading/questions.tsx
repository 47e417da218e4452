import type { Import } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { Button } from "#ui/button/button.tsx";
import { EncodingQuestion } from "./encoding-question.tsx";
import { NumberQuestion } from "./number-question.tsx";
import { readDate } from "./read-date.ts";
import type { Update } from "#pages/imports/preview/use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

const orders = ["dmy", "mdy", "ymd"] as const;

/** The questions that only a person can answer. An ambiguous date has a button for each possible day. */
export function Questions({ imported: { questions }, update }: { imported: Import; update: Update }) {
  const format = useFormat();
  const words = useImportWords();
  return (
    <section className="notice stack" aria-label={words.questions}>
      <h2>{words.questions}</h2>
      {questions.map((question) => {
        const { code, message, example, line, file, answers } = question;
        if (code === "encoding") return <EncodingQuestion key={code} question={question} update={update} />;
        if (answers.length > 0) return <NumberQuestion key={code} question={question} update={update} />;
        return code === "date_order" && example !== null ? (
          <div key={code} className="stack">
            <p>
              <b>{words.dateQuestion(example)}</b> {line !== null && words.dateLine(format.number(line), file)}
            </p>
            <div className="wrap">
              {orders.map((order) => {
                const day = readDate(example, order);
                return day === undefined ? null : (
                  <Button key={order} disabled={update.isRunning} onClick={() => update.set({ dateOrder: order })}>
                    {words.answer(format.date(day), words.orders[order])}
                  </Button>
                );
              })}
            </div>
          </div>
        ) : (
          <p key={code}>{message}</p>
        );
      })}
    </section>
  );
}
