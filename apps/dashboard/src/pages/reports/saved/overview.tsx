import type { SavedReport } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useNames } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { type TakeTurn, takeTurns } from "#api/take-turns.ts";
import { useText } from "#i18n/text.ts";
import { useUndoable } from "#state/undo.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { apart } from "#ui/apart.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { usualPeriods } from "#time/report-period.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button/button.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { addressOfSaved, isOfProjects, readReport } from "#pages/reports/address/report-address.ts";
import { ReportKinds } from "#pages/reports/tools/report-kinds.tsx";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { CardFigure } from "./card-figure.tsx";
import { NameForm } from "./name-form.tsx";
import { savedReportsQuery, useCanChange, useSavedActions } from "./use-saved-reports.ts";
import { useSavedWords } from "./use-saved-words.ts";
import classes from "./overview.module.css";

const LinksDialog = apart(() => import("./links-dialog.tsx").then((m) => m.LinksDialog)).show;

interface Dialog {
  kind: "rename" | "delete" | "links";
  report: SavedReport;
}

/** The first page of reports: the saved ones with their figures of today, and reports to start from. */
export function Overview() {
  const words = useSavedWords();
  const { screens } = useText();
  const query = useQuery(savedReportsQuery);
  const [dialog, setDialog] = useState<Dialog>();
  const [takeTurn] = useState(takeTurns);
  const actions = useSavedActions();
  return (
    <>
      <PageHead call={{ operation: "savedReports.list", isList: true }}>
        <Button component={Link} href="/reports?report=summary">
          {words.newReport}
        </Button>
      </PageHead>
      <ReportKinds state={readReport(new URLSearchParams())} isOverview />
      <Starters />
      <ul className={`list ${classes.cards}`} aria-label={screens.savedReports}>
        {query.data?.map((report) => (
          <Card key={report.id} {...{ report, takeTurn, actions }} onDialog={setDialog} />
        ))}
      </ul>
      <ListState query={query} shape="cards" empty={query.data?.length === 0 && words.none} />
      {dialog && <Dialogs {...dialog} actions={actions} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function Card({ takeTurn, ...menu }: MenuProps & { takeTurn: TakeTurn }) {
  const { report } = menu;
  const words = useSavedWords();
  const reportWords = useReportWords();
  const { user, organization, scopes } = useMe();
  const name = useNames([report.ownerId])(report.ownerId);
  const address = addressOfSaved(report, organization.timeZone);
  const state = readReport(new URLSearchParams(address.slice(address.indexOf("?"))));
  const ofOwn = report.shared ? words.shared : words.onlyYou;
  return (
    <li className={`panel stack ${classes.card}`}>
      <div className="row">
        <Link href={address} className="fill">
          {report.name}
        </Link>
        <ReportMenu {...menu} />
      </div>
      {isOfProjects(state) && !scopes.includes("costs:read") ? (
        <p className={`dim ${classes.figure}`}>{reportWords.moneyHidden}</p>
      ) : (
        <CardFigure state={state} takeTurn={takeTurn} />
      )}
      <span className="small">
        {reportWords.kinds[report.query.report]} · {reportWords.periods[periodOf(report)]}
      </span>
      <span className="row small">
        <Avatar id={report.ownerId} name={name} size="small" />
        <span>{report.ownerId === user.id ? ofOwn : words.by(name)}</span>
      </span>
    </li>
  );
}

/** Reports that most people want. */
function Starters() {
  const words = useSavedWords();
  const { periods } = useReportWords();
  const me = useMe();
  const starter = (query: string, name: string) => (
    <Button key={query} component={Link} href={`/reports?${query}`}>
      {name}
    </Button>
  );
  return (
    <div className="wrap apart">
      <span className="dim">{words.byProject}</span>
      {usualPeriods.map((period) => starter(`period=${period}`, periods[period]))}
      {seesOthers(me) && starter("period=thisWeek&groupBy=user", words.weekByPerson)}
      {me.scopes.includes("billing:read") && (
        <Button component={Link} href="/billing">
          {words.unbilledByClient}
        </Button>
      )}
    </div>
  );
}

function periodOf({ query: { period, from, to, report } }: SavedReport) {
  if (period !== undefined) return period;
  if (from !== undefined || to !== undefined) return "chosen";
  return report === "weekly" ? "thisWeek" : "all";
}

interface DialogsProps extends Dialog {
  actions: ReturnType<typeof useSavedActions>;
  onClose: () => void;
}

function Dialogs({ kind, report, actions, onClose }: DialogsProps) {
  const { shell } = useText();
  const words = useSavedWords();
  if (kind === "links")
    return (
      <Part onClose={onClose}>
        <LinksDialog report={report} onClose={onClose} />
      </Part>
    );
  if (kind === "rename")
    return (
      <NameForm
        report={report}
        onSend={({ name }) => actions.update(report, { name }, words.renamed)}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={words.deleteTitle(report.name)}
      lead={words.deleteLead}
      label={shell.delete}
      onConfirm={() => actions.remove(report)}
      onClose={onClose}
    />
  );
}

interface MenuProps {
  report: SavedReport;
  actions: ReturnType<typeof useSavedActions>;
  onDialog: (dialog: Dialog) => void;
}

function ReportMenu({ report, actions, onDialog }: MenuProps) {
  const { shell } = useText();
  const words = useSavedWords();
  const { role, scopes } = useMe();
  const { fail } = useUndoable();
  const canChange = useCanChange()(report);
  const canPublish = scopes.includes("reports:write") && ["owner", "admin", "manager"].includes(role);
  const { name, shared } = report;
  if (!canChange && !canPublish) return null;
  return (
    <MoreMenu label={shell.more(name)}>
      {canChange && <MenuItem onClick={() => onDialog({ kind: "rename", report })}>{words.rename}</MenuItem>}
      {canChange && (
        <MenuItem
          onClick={() =>
            void actions.update(report, { shared: !shared }, shared ? words.privateNow : words.sharedNow).catch(fail)
          }
        >
          {shared ? words.unshare : words.share}
        </MenuItem>
      )}
      {canPublish && <MenuItem onClick={() => onDialog({ kind: "links", report })}>{words.links}</MenuItem>}
      {canChange && <MenuItem onClick={() => onDialog({ kind: "delete", report })}>{shell.delete}</MenuItem>}
    </MoreMenu>
  );
}
