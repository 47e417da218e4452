import type { SavedReport } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { Link } from "wouter";
import { useNames } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useUndoable } from "#state/undo.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Part } from "#ui/dialog/part.tsx";
import rows from "#ui/list/rows.module.css";
import { addressOfSaved, readReport } from "#pages/reports/address/report-address.ts";
import { ReportKinds } from "#pages/reports/tools/report-kinds.tsx";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { NameForm } from "./name-form.tsx";
import { savedReportsQuery, useCanChange, useSavedActions } from "./use-saved-reports.ts";
import { useSavedWords } from "./use-saved-words.ts";

const LinksDialog = lazy(() => import("./links-dialog.tsx").then((m) => ({ default: m.LinksDialog })));

interface Dialog {
  kind: "rename" | "delete" | "links";
  report: SavedReport;
}

export function SavedPage() {
  const reportWords = useReportWords();
  const heading = useScreenHeading();
  const words = useSavedWords();
  const { scopes, user, organization } = useMe();
  const canRead = scopes.includes("reports:read");
  const query = useQuery({ ...savedReportsQuery, enabled: canRead });
  const [dialog, setDialog] = useState<Dialog>();
  const actions = useSavedActions();
  const reports = query.data ?? [];
  const nameOf = useNames(reports.map(({ ownerId }) => ownerId));
  if (!canRead) return <PageHead lead={reportWords.hidden} />;
  return (
    <>
      <PageHead call={{ operation: "savedReports.list", isList: true }} lead={words.lead}></PageHead>
      <ReportKinds state={readReport(new URLSearchParams())} isSaved />
      <ul className={rows.rows} aria-label={heading}>
        {reports.map((report) => (
          <li key={report.id}>
            <div className={rows.main}>
              <Link href={addressOfSaved(report, organization.timeZone)}>{report.name}</Link>
              {report.shared && <span className="chip">{words.shared}</span>}
              <div className="dim">
                {[
                  reportWords.kinds[report.query.report],
                  reportWords.periods[periodOf(report)],
                  ...(report.ownerId === user.id ? [] : [words.by(nameOf(report.ownerId))]),
                ].join(" · ")}
              </div>
            </div>
            <div className="buttons">
              <ReportMenu report={report} actions={actions} onDialog={setDialog} />
            </div>
          </li>
        ))}
      </ul>
      <ListState query={query} empty={reports.length === 0 && words.none} />
      {dialog && <Dialogs {...dialog} actions={actions} onClose={() => setDialog(undefined)} />}
    </>
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
        title={words.rename}
        submit={shell.save}
        name={report.name}
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
