import type { Timesheet, TimesheetWithSteps } from "@stint/sdk";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { Panel } from "#ui/panel.tsx";
import { useTimesheetWords } from "#pages/timesheet/submitting/use-timesheet-words.ts";

export function Decisions({ steps }: Pick<TimesheetWithSteps, "steps">) {
  const words = useTimesheetWords();
  const format = useFormat();
  return (
    <Panel title={words.decisions} id="decisions">
      <div className="inset">
        {steps.length === 0 ? (
          <p className="dim">{words.none}</p>
        ) : (
          <ol className="list stack" reversed aria-labelledby="decisions">
            {steps.toReversed().map(({ step, at, byName, note }) => (
              <li key={`${at} ${step}`}>
                {words.steps[step](byName ?? "–")} <span className="dim">{format.moment(at)}</span>
                {note !== null && <blockquote>{note}</blockquote>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Panel>
  );
}

export function Statements({ sheet: { id, revision } }: { sheet: Timesheet }) {
  const words = useTimesheetWords();
  const revisions = Array.from({ length: revision }, (_, at) => revision - at);
  return (
    <Panel title={words.statements} id="statements">
      <div className="inset">
        {revisions.length === 0 && <p className="dim">{words.noStatements}</p>}
        <ul className="list">
          {revisions.map((each) => (
            <li key={each}>
              <Link href={`/timesheets/${id}/statement?revision=${each}`}>{words.statementOf(String(each))}</Link>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
