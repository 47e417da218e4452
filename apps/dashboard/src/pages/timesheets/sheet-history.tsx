import type { Timesheet } from "@stint/sdk";
import { Link } from "wouter";
import { useNames } from "#api/people.ts";
import { useFormat } from "#i18n/format.ts";
import panel from "#ui/panel.module.css";
import { useWords } from "./use-words.ts";
import classes from "./timesheets.module.css";

/** Who submitted it, and what was decided about it last. */
export function Decisions({ sheet }: { sheet: Timesheet }) {
  const words = useWords();
  const format = useFormat();
  const { submittedAt, submittedBy, decidedAt, decidedBy, note } = sheet;
  const nameOf = useNames([submittedBy, decidedBy].filter((id) => id !== null));
  return (
    <section className={panel.panel} aria-labelledby="decisions">
      <div className={panel.head}>
        <h2 id="decisions">{words.decisions}</h2>
      </div>
      <div className={classes.section}>
        {submittedAt === null ? (
          <p className={classes.dim}>{words.none}</p>
        ) : (
          <dl className={classes.facts}>
            <dt>{words.submittedAt}</dt>
            <dd>{words.by(format.moment(submittedAt), nameOf(submittedBy ?? ""))}</dd>
            {decidedAt !== null && (
              <>
                <dt>{words.decidedAt}</dt>
                <dd>{words.by(format.moment(decidedAt), nameOf(decidedBy ?? ""))}</dd>
              </>
            )}
            {note !== null && (
              <>
                <dt>{words.note}</dt>
                <dd>{note}</dd>
              </>
            )}
          </dl>
        )}
      </div>
    </section>
  );
}

/** A link to the statement of each approval, the latest first. */
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
