import { Button } from "@mantine/core";
import type { Import } from "@stint/sdk";
import { useSettings } from "#api/settings.ts";
import { readDate } from "./read-date.ts";
import type { Update } from "./use-update.ts";
import { useWords } from "./use-words.ts";
import classes from "./imports.module.css";

const orders = ["dmy", "mdy", "ymd"] as const;

/** The questions that only a person can answer; a date has a button for each day that it may be. */
export function Questions({ imported: { questions }, update }: { imported: Import; update: Update }) {
  const { format } = useSettings();
  const words = useWords();
  return (
    <section className={classes.questions} aria-label={words.questions}>
      <h2>{words.questions}</h2>
      {questions.map(({ code, message, example, line }) =>
        code === "date_order" && example !== null ? (
          <div key={code} className={classes.question}>
            <p>
              <b>{words.dateQuestion(example)}</b> {line !== null && words.dateLine(format.number(line))}
            </p>
            <div className={classes.buttons}>
              {orders.map((order) => {
                const day = readDate(example, order);
                return day === undefined ? null : (
                  <Button
                    key={order}
                    variant="default"
                    disabled={update.isRunning}
                    onClick={() => update.set({ dateOrder: order })}
                  >
                    {words.answer(format.date(day), words.orders[order])}
                  </Button>
                );
              })}
            </div>
          </div>
        ) : (
          <p key={code}>{message}</p>
        ),
      )}
    </section>
  );
}
