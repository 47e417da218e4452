import type { TimesheetGrid } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useNow } from "#state/use-now.ts";
import { addDays, dayOf } from "#time/zoned.ts";
import { timesheetGridQuery } from "#api/timesheets.ts";
import { StatusBadge } from "#parts/timesheets/status-badge.tsx";
import { type GridSheet, useNotable } from "#parts/timesheets/use-notable.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Button } from "#ui/button/button.tsx";
import { useTransitions } from "./use-transitions.tsx";
import { useWords } from "./use-words.ts";

/** `/timesheets`: the person's periods, newest first, with buttons to submit them. */
export function TimesheetsPage() {
  const words = useWords();
  const { organization, scopes } = useMe();
  const today = dayOf(useNow(), organization.timeZone);
  const [years, setYears] = useState(1);
  const { approvals } = organization;
  const from = addDays(today, -366 * years);
  const filter = { userId: ["me"], from, to: today };
  const query = useQuery({ ...timesheetGridQuery(filter), placeholderData: keepPreviousData });
  const sheets = (query.data?.data[0]?.timesheets ?? []).toReversed();
  return (
    <>
      <PageHead
        call={{ operation: "timesheets.grid", query: filter }}
        lead={
          approvals === null ? (
            <>
              {words.off} {scopes.includes("organization:write") && <Link href="/settings">{words.turnOn}</Link>}
            </>
          ) : (
            words.lead
          )
        }
      />
      {sheets.length > 0 && <OwnSheets sheets={sheets} people={query.data?.people ?? []} today={today} />}
      <ListState
        query={query}
        empty={query.data !== undefined && sheets.length === 0 && approvals !== null && words.empty}
      />
      {(approvals === null ? sheets.length > 0 : approvals.from < from) && (
        <Button isBusy={query.isFetching} onClick={() => setYears(years + 1)}>
          {words.earlier}
        </Button>
      )}
    </>
  );
}

interface OwnProps {
  sheets: readonly GridSheet[];
  /** The names of the people who decided on the timesheets. */
  people: TimesheetGrid["people"];
  today: string;
}

function OwnSheets({ sheets, people, today }: OwnProps) {
  const words = useWords();
  const format = useFormat();
  const periodName = usePeriodName();
  const notable = useNotable();
  const canSubmit = useMe().scopes.includes("timesheets:write");
  const { running, failure, run, question } = useTransitions();
  return (
    <div className="panel">
      {question}
      <Table
        label={words.period}
        rows={sheets}
        keyOf={({ id }) => id}
        columns={[
          {
            name: words.period,
            cell: (sheet) => (
              <span className="wrap">
                <Link className="number" href={`/timesheets/${sheet.id}`}>
                  {periodName(sheet)}
                </Link>
                {sheet.periodEnd >= today && <span className="dim">{words.current}</span>}
              </span>
            ),
          },
          { name: words.status, cell: (sheet) => <State sheet={sheet} people={people} /> },
          { name: words.hours, kind: "number", cell: ({ seconds }) => format.duration(seconds) },
          { name: words.billable, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
          { name: words.notable, kind: "dim", cell: (sheet) => notable(sheet).join(" · ") },
          {
            kind: "actions",
            cell: (sheet) =>
              canSubmit && (
                <>
                  <OwnAction sheet={sheet} isRunning={running === sheet.id} onRun={(verb) => void run(verb, sheet)} />
                  {failure?.id === sheet.id && (
                    <p role="alert" className="error">
                      {failure.message}
                    </p>
                  )}
                </>
              ),
          },
        ]}
      />
    </div>
  );
}

/** The status and, if the timesheet was sent back, by whom and why. */
function State({ sheet, people }: { sheet: GridSheet; people: TimesheetGrid["people"] }) {
  const words = useWords();
  const format = useFormat();
  const { status, note, decidedAt, decidedBy } = sheet;
  const isSentBack = status === "rejected";
  const decider = people.find(({ userId }) => userId === decidedBy)?.userName ?? "–";
  return (
    <>
      <StatusBadge status={status} />
      {isSentBack && (
        <blockquote>
          {note}
          <footer className="dim">{words.sentBack(decider, format.moment(decidedAt ?? ""))}</footer>
        </blockquote>
      )}
    </>
  );
}

interface ActionProps {
  sheet: GridSheet;
  isRunning: boolean;
  onRun: (verb: "submit" | "withdraw") => void;
}

function OwnAction({ sheet, isRunning, onRun }: ActionProps) {
  const words = useWords();
  const period = usePeriodName()(sheet);
  if (sheet.status === "approved") return null;
  const isSubmitted = sheet.status === "submitted";
  const isEmpty = sheet.entries === 0;
  const [name, label] = isSubmitted
    ? [words.withdraw, words.withdrawOf(period)]
    : isEmpty
      ? [words.nothingToReport, words.nothingToReportOf(period)]
      : [words.submit, words.submitOf(period)];
  return (
    <Button
      isSmall
      kind={isSubmitted || isEmpty ? "plain" : "main"}
      aria-label={label}
      isBusy={isRunning}
      onClick={() => onRun(isSubmitted ? "withdraw" : "submit")}
    >
      {name}
    </Button>
  );
}
