import { NotFoundError, type Timesheet, type TimesheetWithSteps } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { all, defineQuery, useMe } from "#api/queries.ts";
import { timesheetQuery } from "#api/timesheets.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { ZoneProvider } from "#state/settings/settings-provider.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { stateOf } from "#parts/timesheets/board.ts";
import { RunningTimer } from "#parts/timesheets/running-timer.tsx";
import { KeyName } from "#parts/timesheets/key-name.tsx";
import { StateBadge } from "#parts/timesheets/state-badge.tsx";
import { type GridSheet, useFaults } from "#parts/timesheets/use-notable.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { useSheetWords } from "#parts/timesheets/use-sheet-words.ts";
import { findOverlaps } from "#time/find-overlaps.ts";
import { dayOf } from "#time/zoned.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button/button.tsx";
import { focusHeading } from "#ui/focus-heading.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { type Action, actionsOf } from "#pages/timesheet/submitting/actions-of.ts";
import { DayMatrix } from "./day-matrix.tsx";
import { DeskBar } from "./desk-bar.tsx";
import { OpenDecision } from "./open-decision.tsx";
import { useNeighbours } from "./use-neighbours.ts";
import { Decisions, Statements } from "./sheet-history.tsx";
import { useTransitions } from "#pages/timesheet/submitting/use-transitions.tsx";
import { useTimesheetWords } from "#pages/timesheet/submitting/use-timesheet-words.ts";

/** `/timesheets/:id`: one's own timesheet, or the desk of someone who decides about it. */
export function DeskPage({ id }: { id: string }) {
  const words = useTimesheetWords();
  const query = useQuery(timesheetQuery(id));
  const neighbours = useNeighbours(id);
  const sheet = query.data;
  return (
    <>
      {neighbours.isNeeded && <DeskBar {...neighbours} />}
      {sheet === undefined ? (
        <>
          <PageHead />
          {query.error instanceof NotFoundError ? <p>{words.notFound}</p> : <ListState query={query} />}
        </>
      ) : (
        <ZoneProvider zone={sheet.timeZone}>
          <Sheet key={id} sheet={sheet} here={neighbours.here} />
        </ZoneProvider>
      )}
    </>
  );
}

interface SheetProps {
  sheet: TimesheetWithSteps;
  /** The timesheet as the board reads it, with checks that the sheet itself lacks. Undefined for one's own timesheet. */
  here: GridSheet | undefined;
}

function Sheet({ sheet, here }: SheetProps) {
  const words = useTimesheetWords();
  const sheetWords = useSheetWords();
  const format = useFormat();
  const { language } = useSettings();
  const { organization, preferences, user, scopes } = useMe();
  const isApprover = scopes.includes("timesheets:approve");
  const period = usePeriodName()(sheet);
  const today = dayOf(useNow(), sheet.timeZone);
  const nameOf = useNames([sheet.userId, sheet.submittedBy ?? sheet.userId]);
  const faultsOf = useFaults();
  const query = useQuery({ ...entriesQuery(sheet), placeholderData: keepPreviousData });
  const { data: entries = none } = query;
  const overlaps = useMemo(() => findOverlaps(entries), [entries]);
  const { change, ...transitions } = useTransitions();
  /** A decision that needs a note, with the timesheet as the person saw it when choosing the decision. */
  const [asked, setAsked] = useState<{ verb: "reject" | "reopen"; sheet: Timesheet }>();
  // Undefined if the server hasn't counted them.
  const missingDays = here?.missingDays ?? undefined;
  const { userId, status, partial, breaks, timeZone, submittedAt, submittedBy } = sheet;
  // Stepping to another timesheet replaces what had the focus, or disables the button that was pressed.
  useEffect(() => {
    if (document.activeElement?.matches("body, :disabled") === true) focusHeading();
  }, []);
  const undescribed = entries.filter(({ description }) => description === "").length;
  return (
    <>
      <PageHead
        title={`${nameOf(userId)} · ${period}`}
        mark={<Avatar id={userId} name={nameOf(userId)} size="large" />}
        lead={
          <>
            <span className="chip">
              <StateBadge state={stateOf(sheet, today)} />
            </span>{" "}
            {status === "submitted" &&
              submittedAt !== null &&
              sheetWords.submittedBy(nameOf(submittedBy ?? ""), format.moment(submittedAt))}
          </>
        }
        call={{ operation: "timesheets.get", ids: [sheet.id] }}
      >
        <Actions
          sheet={sheet}
          {...transitions}
          isAsking={asked !== undefined}
          onAsk={(verb) => setAsked({ verb, sheet })}
        />
      </PageHead>
      <Figures
        sheet={sheet}
        missingDays={missingDays}
        overlaps={query.data && overlaps.size}
        undescribed={query.data && undescribed}
      />
      {here !== undefined && here.timerStartedAt !== null && (
        <div className="apart screen-only">
          <RunningTimer userId={userId} name={nameOf(userId)} startedAt={here.timerStartedAt} />
        </div>
      )}
      {partial === true && <p className="apart">{sheetWords.partial}</p>}
      {status === "submitted" && userId === user.id && isApprover && organization.approvals?.ownApproval !== true && (
        <p className="dim apart">{words.ownNote}</p>
      )}
      {[organization.timeZone, preferences.timeZone ?? timeZone].some((zone) => zone !== timeZone) && (
        <p className="dim apart">{words.inZone(timeZone)}</p>
      )}
      {entries.length > 0 ? (
        <DayMatrix period={sheet} entries={entries} overlaps={overlaps} />
      ) : (
        <ListState query={query} empty={words.noEntries} />
      )}
      {asked !== undefined && (
        <OpenDecision
          sheet={asked.sheet}
          title={asked.verb === "reject" ? words.rejectTitle(period) : words.reopenTitle(period)}
          submit={asked.verb === "reject" ? words.rejectDo : words.reopenDo}
          facts={[
            ...faultsOf({ missingDays: missingDays ?? null, overlaps: overlaps.size, breaks }),
            ...(undescribed > 0 ? [plural(language, undescribed, sheetWords.undescribed)] : []),
          ]}
          onSend={(note) => change(asked.verb, asked.sheet, note)}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Decisions steps={sheet.steps} />
      <Statements sheet={sheet} />
    </>
  );
}

interface FiguresProps {
  sheet: Timesheet;
  missingDays: number | undefined;
  /** Undefined until the entries have loaded. */
  overlaps: number | undefined;
  undescribed: number | undefined;
}

function Figures({ sheet, missingDays, overlaps, undescribed }: FiguresProps) {
  const words = useTimesheetWords();
  const format = useFormat();
  const { currency } = useMe().organization;
  const { seconds, billableSeconds, amountMinor, entries, breaks } = sheet;
  const counted = (count: number | undefined) => (count === undefined ? "–" : format.number(count));
  const figures: [string, string | false][] = [
    [words.total, format.duration(seconds)],
    [words.billable, format.duration(billableSeconds)],
    [words.amount, amountMinor !== undefined && format.money(amountMinor, currency)],
    [words.entries, format.number(entries)],
    [words.overlaps, counted(overlaps)],
    [words.missingDays, missingDays !== undefined && format.number(missingDays)],
    [words.undescribed, counted(undescribed)],
    [words.breaks, breaks > 0 && format.number(breaks)],
  ];
  return (
    <dl className="panel inset wrap figures">
      {figures.map(
        ([name, value]) =>
          value !== false && (
            <div key={name}>
              <dt className="small">{name}</dt>
              <dd className="strong">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const none: never[] = [];

function entriesQuery({ userId, startsAt, endsAt, version }: Timesheet) {
  const filter = { userId, from: startsAt, to: endsAt, limit: 200 };
  // A decision locks or unlocks the entries.
  return defineQuery(["reports", "entries of", filter, version], () => all(stint.timeEntries.list(filter)));
}

interface ActionsProps extends Omit<ReturnType<typeof useTransitions>, "change"> {
  sheet: Timesheet;
  /** Whether a decision is open, which then has the accent. */
  isAsking: boolean;
  onAsk: (verb: "reject" | "reopen") => void;
}

const keys: Partial<Record<Action, string>> = { approve: "A", reject: "R" };

function Actions({ sheet, running, failure, run, question, isAsking, onAsk }: ActionsProps) {
  const words = useTimesheetWords();
  const me = useMe();
  const now = useNow();
  const actions = actionsOf(sheet, me, now);

  function act(action: Action): void {
    if (action === "reject" || action === "reopen") onAsk(action);
    else void run(action === "undoApproval" ? "reopen" : action, sheet);
  }

  const press = (action: Action) => actions.includes(action) && running === undefined && act(action);
  useShortcuts({ a: () => press("approve"), r: () => press("reject") });
  return (
    <>
      {failure !== undefined && <ErrorLine>{failure.message}</ErrorLine>}
      {actions.toReversed().map((action) => (
        <Button
          key={action}
          kind={action === actions[0] && action !== "withdraw" && action !== "reopen" && !isAsking ? "main" : "plain"}
          aria-keyshortcuts={keys[action]}
          isBusy={running !== undefined}
          onClick={() => act(action)}
        >
          {action === "submit" && sheet.entries === 0 ? words.nothingToReport : words[action]}
          {keys[action] !== undefined && <KeyName name={keys[action]} />}
        </Button>
      ))}
      {question}
    </>
  );
}
