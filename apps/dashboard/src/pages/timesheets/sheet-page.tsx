import { NotFoundError, type Timesheet, type TimesheetWithSteps } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNames } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { timesheetQuery } from "#api/timesheets.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { ZoneProvider } from "#state/settings/settings-provider.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { NoteDialog } from "#parts/timesheets/note-dialog.tsx";
import { StatusBadge } from "#parts/timesheets/status-badge.tsx";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { useSheetWords } from "#parts/timesheets/use-sheet-words.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Button } from "#ui/button/button.tsx";
import { actionsOf } from "./actions-of.ts";
import { Decisions, Statements } from "./sheet-history.tsx";
import { SheetTables } from "./sheet-tables.tsx";
import { useTransitions } from "./use-transitions.tsx";
import { useWords } from "./use-words.ts";

export function SheetPage({ id }: { id: string }) {
  const words = useWords();
  const query = useQuery(timesheetQuery(id));
  const sheet = query.data;
  if (sheet === undefined)
    return (
      <>
        <PageHead />
        {query.error instanceof NotFoundError ? <p>{words.notFound}</p> : <ListState query={query} />}
      </>
    );
  return (
    <ZoneProvider zone={sheet.timeZone}>
      <Sheet sheet={sheet} />
    </ZoneProvider>
  );
}

function Sheet({ sheet }: { sheet: TimesheetWithSteps }) {
  const words = useWords();
  const sheetWords = useSheetWords();
  const format = useFormat();
  const { language } = useSettings();
  const { organization } = useMe();
  const period = usePeriodName()(sheet);
  const nameOf = useNames([sheet.userId]);
  const { partial, breaks, amountMinor, timeZone } = sheet;
  return (
    <>
      <PageHead title={`${nameOf(sheet.userId)} · ${period}`} call={{ operation: "timesheets.get", ids: [sheet.id] }}>
        <Actions sheet={sheet} />
      </PageHead>
      <p className="wrap spaced">
        <StatusBadge status={sheet.status} />
        <b>{format.duration(sheet.seconds)}</b>
        <span className="dim">{sheetWords.billable(format.duration(sheet.billableSeconds))}</span>
        <span className="dim">{plural(language, sheet.entries, words.entries)}</span>
        {amountMinor !== undefined && <span>{format.money(amountMinor, organization.currency)}</span>}
        {breaks > 0 && <span>{plural(language, breaks, sheetWords.breaks)}</span>}
      </p>
      {partial === true && <p>{sheetWords.partial}</p>}
      {timeZone !== organization.timeZone && <p className="dim">{words.inZone(timeZone)}</p>}
      <SheetTables sheet={sheet} />
      <Decisions steps={sheet.steps} />
      <Statements sheet={sheet} />
    </>
  );
}

function Actions({ sheet }: { sheet: Timesheet }) {
  const words = useWords();
  const me = useMe();
  const now = useNow();
  const period = usePeriodName()(sheet);
  const { running, failure, run, change, question } = useTransitions();
  /** A decision that needs a note, with the timesheet as the person saw it when choosing the decision. */
  const [asked, setAsked] = useState<{ verb: "reject" | "reopen"; sheet: Timesheet }>();
  const actions = actionsOf(sheet, me, now);
  return (
    <>
      {failure !== undefined && (
        <p role="alert" className="error">
          {failure.message}
        </p>
      )}
      {actions.map((action, at) => (
        <Button
          key={action}
          kind={at === 0 && action !== "withdraw" && action !== "reopen" ? "main" : "plain"}
          isBusy={running !== undefined}
          onClick={() => {
            if (action === "reject" || action === "reopen") setAsked({ verb: action, sheet });
            else void run(action === "undoApproval" ? "reopen" : action, sheet);
          }}
        >
          {action === "submit" && sheet.entries === 0 ? words.nothingToReport : words[action]}
        </Button>
      ))}
      {question}
      {asked !== undefined && (
        <NoteDialog
          title={asked.verb === "reject" ? words.rejectTitle(period) : words.reopenTitle(period)}
          submit={asked.verb === "reject" ? words.rejectDo : words.reopenDo}
          onSend={(note) => change(asked.verb, asked.sheet, note)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
