import type { Timesheet, TimesheetWithSteps } from "@stint/sdk";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import panel from "#ui/panel.module.css";
import { useWords } from "./use-words.ts";
import classes from "./timesheets.module.css";

export function Decisions({ steps }: Pick<TimesheetWithSteps, "steps">) {
  const words = useWords();
  const format = useFormat();
  return (
    <section className={panel.panel} aria-labelledby="decisions">
      <div className={panel.head}>
        <h2 id="decisions">{words.decisions}</h2>
      </div>
      <div className={classes.section}>
        {steps.length === 0 ? (
          <p className={classes.dim}>{words.none}</p>
        ) : (
          <ol className={classes.steps} reversed aria-labelledby="decisions">
            {steps.toReversed().map(({ step, at, byName, note }) => (
              <li key={`${at} ${step}`}>
                {words.steps[step](byName ?? "–")} <span className={classes.dim}>{format.moment(at)}</span>
                {note !== null && <blockquote className={classes.note}>{note}</blockquote>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

export function Statements({ sheet: { id, revision } }: { sheet: Timesheet }) {
  const words = useWords();
  const revisions = Array.from({ length: revision }, (_, at) => revision - at);
  return (
    <section className={panel.panel} aria-labelledby="statements">
      <div className={panel.head}>
        <h2 id="statements">{words.statements}</h2>
      </div>
      <div className={classes.section}>
        {revisions.length === 0 && <p className={classes.dim}>{words.noStatements}</p>}
        <ul>
          {revisions.map((each) => (
            <li key={each}>
              <Link href={`/timesheets/${id}/statement?revision=${each}`}>{words.statementOf(String(each))}</Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
