import type { ReportLink, SavedReport } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clock, stint } from "#api/connection/client.ts";
import { all, defineQuery, refresh, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { filled } from "#screen/filter.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { SecretOnce } from "#parts/confirm/secret-once.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { SecureForm } from "#parts/confirm/reauthentication/secure-form.tsx";
import { addDays, dayOf, startOfDay } from "#time/zoned.ts";
import { changeForGood } from "#state/use-change.ts";
import rows from "#ui/list/rows.module.css";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useSavedWords } from "./use-saved-words.ts";

type View = { kind: "list" } | { kind: "new" } | { kind: "made"; link: string };

const usualDays = 90;

interface Props {
  report: SavedReport;
  onClose: () => void;
}

export function LinksDialog({ report, onClose }: Props) {
  const words = useSavedWords();
  const [view, setView] = useState<View>({ kind: "list" });
  const { id } = report;
  const query = useQuery(defineQuery(["report-links", id], () => all(stint.savedReports.listReportLinks(id))));
  const links = query.data ?? [];
  if (view.kind === "new")
    return (
      <LinkForm
        report={report}
        onMade={(link) => setView({ kind: "made", link })}
        onClose={() => setView({ kind: "list" })}
      />
    );
  if (view.kind === "made")
    return (
      <SecretOnce
        title={words.linkMade}
        lead={words.linkMadeLead}
        secret={view.link}
        onDone={() => setView({ kind: "list" })}
      />
    );
  return (
    <Dialog onClose={onClose} title={words.linksTitle(report.name)} size="lg">
      <div className="form">
        <p>{words.linksLead}</p>
        <ul className={`list panel lined ${rows.rows}`} aria-label={words.linksTitle(report.name)}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
        <ListState query={query} shape="rows" empty={links.length === 0 && words.noLinks} />
        <div className="buttons">
          <Button kind="main" data-autofocus onClick={() => setView({ kind: "new" })}>
            {words.newLink}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function LinkRow({ link }: { link: ReportLink }) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useSavedWords();
  const action = useAction();
  const isOver = Date.parse(link.expiresAt) <= clock.now();
  const shown = [
    ...(link.showsPeople ? [words.shows.people] : []),
    ...(link.showsAmounts ? [words.shows.amounts] : []),
    ...(link.showsNotes ? [words.shows.notes] : []),
  ];
  const until = format.date(dayOf(Date.parse(link.expiresAt) - 1, zone));
  const opened =
    link.lastOpenedAt === null
      ? words.neverOpened
      : words.opened(format.number(link.opens), format.moment(link.lastOpenedAt));
  const revoke = () =>
    changeForGood(stint.savedReports.revokeReportLink(link.savedReportId, link.id), "report-links", words.revoked);
  return (
    <li>
      <div className={`fill ${rows.main}`}>
        <b>{link.name}</b>
        {isOver && <span className="chip">{words.ended}</span>}
        <div className="dim">{[words.until(until), opened, ...shown].join(" · ")}</div>
        <ErrorLine>{action.message}</ErrorLine>
      </div>
      <div className="buttons">
        <Button
          isSmall
          isBusy={action.isRunning}
          aria-label={words.revokeOf(link.name)}
          onClick={() => action.run(revoke)}
        >
          {words.revoke}
        </Button>
      </div>
    </li>
  );
}

function LinkForm({ report, onMade, onClose }: Props & { onMade: (link: string) => void }) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useSavedWords();
  const { sharedLinkMaxDays } = useMe();
  const today = dayOf(clock.now(), zone);
  // A link expires at the end of its last day, so the maximum number of days includes today.
  const lastDay = addDays(today, sharedLinkMaxDays - 1);
  const usualDay = addDays(today, usualDays);
  const [expiryDay, setExpiryDay] = useState(usualDay < lastDay ? usualDay : lastDay);
  return (
    <SecureForm
      title={words.newLink}
      submit={words.createLink}
      onClose={onClose}
      onSend={({ name = "", showsPeople, showsAmounts, showsNotes }) =>
        stint.savedReports.createReportLink(report.id, {
          ...filled({ name }),
          expiresAt: new Date(startOfDay(addDays(expiryDay, 1), zone)),
          showsPeople: showsPeople === "on",
          showsAmounts: showsAmounts === "on",
          showsNotes: showsNotes === "on",
        })
      }
      onSent={async ({ link }) => {
        await refresh("report-links");
        onMade(link);
        return false;
      }}
    >
      <FormDateField
        label={words.expiry}
        hint={words.expiryHint(format.date(lastDay))}
        value={expiryDay}
        onChange={setExpiryDay}
        min={today}
        max={lastDay}
        required
        autoFocus
        field="expiresAt"
      />
      <LinkFields name={report.name} />
    </SecureForm>
  );
}

/** `name` is the name of the report, which is the default title of the page. */
function LinkFields({ name }: { name: string }) {
  const words = useSavedWords();
  const { scopes } = useMe();
  return (
    <>
      <TextInput name="name" label={words.linkName} hint={words.linkNameHint} placeholder={name} maxLength={200} />
      <Checkbox name="showsPeople" label={words.showsPeople} />
      {scopes.includes("costs:read") && <Checkbox name="showsAmounts" label={words.showsAmounts} />}
      <Checkbox name="showsNotes" label={words.showsNotes} />
    </>
  );
}
