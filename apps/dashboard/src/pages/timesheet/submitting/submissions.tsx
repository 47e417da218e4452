import type { TimesheetGrid } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useNow } from "#state/use-now.ts";
import { addDays, dayOf } from "#time/zoned.ts";
import { timesheetGridQuery } from "#api/timesheets.ts";
import { stateOf } from "#parts/timesheets/board.ts";
import { StateBadge } from "#parts/timesheets/state-badge.tsx";
import { type GridSheet, useNotable } from "#parts/timesheets/use-notable.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { Button } from "#ui/button/button.tsx";
import { useTransitions } from "./use-transitions.tsx";
import { useTimesheetWords } from "./use-timesheet-words.ts";

/**
 * The person's periods, newest first, with buttons to submit them: at first those that are not approved, and those of
 * the shown week.
 */
export function Submissions({ week }: { week: string }) {
  const words = useTimesheetWords();
  const { organization } = useMe();
  const today = dayOf(useNow(), organization.timeZone);
  /** How many years are shown in full. */
  const [years, setYears] = useState(0);
  const from = addDays(today, -366 * years);
  // At first the same query as that of what waits for the person.
  const filter = { userId: ["me"], ...(years > 0 && { from, to: today }) };
  const query = useQuery({ ...timesheetGridQuery(filter), placeholderData: keepPreviousData });
  const sheets = (query.data?.data[0]?.timesheets ?? []).filter(
    ({ status, periodStart, periodEnd }) =>
      years > 0 || status !== "approved" || (periodStart <= addDays(week, 6) && periodEnd >= week),
  );
  const hasMore = years === 0 || (organization.approvals?.from ?? today) < from;
  return (
    <Panel
      title={words.title}
      aside={
        hasMore && (
          <Button kind="quiet" isSmall isBusy={query.isFetching} onClick={() => setYears(years + 1)}>
            {years === 0 ? words.showAll : words.earlier}
          </Button>
        )
      }
    >
      {sheets.length > 0 && <OwnSheets sheets={sheets.toReversed()} people={query.data?.people ?? []} today={today} />}
      <ListState query={query} empty={query.data !== undefined && sheets.length === 0 && words.empty} />
    </Panel>
  );
}

interface OwnProps {
  sheets: readonly GridSheet[];
  /** The names of the people who decided on the timesheets. */
  people: TimesheetGrid["people"];
  today: string;
}

function OwnSheets({ sheets, people, today }: OwnProps) {
  const words = useTimesheetWords();
  const format = useFormat();
  const periodName = usePeriodName();
  const notable = useNotable();
  const canSubmit = useMe().scopes.includes("timesheets:write");
  const { running, failure, run, question } = useTransitions();
  return (
    <>
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
          { name: words.status, cell: (sheet) => <State sheet={sheet} people={people} today={today} /> },
          { name: words.hours, kind: "number", cell: ({ seconds }) => format.duration(seconds) },
          { name: words.billable, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
          { name: words.notable, kind: "dim", cell: (sheet) => notable(sheet).join(" · ") },
          {
            kind: "actions",
            cell: (sheet) =>
              canSubmit && (
                <>
                  <OwnAction sheet={sheet} isRunning={running === sheet.id} onRun={(verb) => void run(verb, sheet)} />
                  {failure?.id === sheet.id && <ErrorLine>{failure.message}</ErrorLine>}
                </>
              ),
          },
        ]}
      />
    </>
  );
}

/** The status and, if the timesheet was sent back, by whom and why. */
function State({ sheet, people, today }: { sheet: GridSheet } & Pick<OwnProps, "people" | "today">) {
  const words = useTimesheetWords();
  const format = useFormat();
  const { status, note, decidedAt, decidedBy } = sheet;
  const isSentBack = status === "rejected";
  const decider = people.find(({ userId }) => userId === decidedBy)?.userName ?? "–";
  return (
    <>
      <StateBadge state={stateOf(sheet, today)} />
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
  const words = useTimesheetWords();
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
    <Button isSmall aria-label={label} isBusy={isRunning} onClick={() => onRun(isSubmitted ? "withdraw" : "submit")}>
      {name}
    </Button>
  );
}
