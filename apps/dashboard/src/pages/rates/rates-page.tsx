import type { Rate } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clock, stint } from "#api/connection/client.ts";
import { all, defineQuery, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { type RatePeriod, ratePeriods, sinceEver, sortPeriods, targetOf } from "./rate-periods.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { apart } from "#ui/apart.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { ProjectTabs } from "#screen/tabs/project-tabs.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { useAskedForm } from "#screen/use-asked-form.ts";
import { useParam } from "#screen/use-param.ts";
import { dayOf } from "#time/zoned.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { Table } from "#ui/list/table.tsx";
import { RateFilters, useRateFilter } from "./rate-filters.tsx";
import { useRateActions } from "./use-rate-actions.tsx";
import { useRateNames } from "./use-rate-names.ts";
import type { Work } from "./recompute/use-recompute.ts";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { Button } from "#ui/button/button.tsx";

const RateForm = apart(() => import("./rate-form.tsx").then((m) => m.RateForm)).show;
const RecomputeDialog = apart(() => import("./recompute/recompute-dialog.tsx").then((m) => m.RecomputeDialog)).show;

type Dialog = { kind: "form"; rate: Rate | undefined } | { kind: "delete"; rate: Rate };

const ratesQuery = defineQuery(["rates"], () => all(stint.rates.list()));
const works: readonly Work[] = ["reprice", "reround"];
const none: readonly Rate[] = [];

export function RatesPage() {
  const words = useRateWords();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  return (
    <>
      <ProjectTabs />
      {canSeeMoney ? <Rates /> : <PageHead lead={words.hidden} />}
    </>
  );
}

function Rates() {
  const words = useRateWords();
  const { scopes, organization } = useMe();
  const canWrite = scopes.includes("rates:write");
  const query = useQuery(ratesQuery);
  const rates = query.data ?? none;
  const { nameOf, projectIdOf, people, projects } = useRateNames(rates);
  const filter = useRateFilter(projectIdOf);
  const [dialog, setDialog] = useState<Dialog>();
  useAskedForm("new", () => canWrite && setDialog({ kind: "form", rate: undefined }));
  const [asked, setAsked] = useParam("recompute");
  const recomputed = works.find((work) => canWrite && work === asked);
  const today = dayOf(clock.now(), organization.timeZone);
  const periods = ratePeriods(rates, today).filter(
    ({ rate, state }) => (state !== "past" || filter.isPastShown) && filter.matches(rate),
  );
  return (
    <>
      <PageHead lead={words.lead} call={{ operation: "rates.list", query: filter.query, isList: true }}>
        {canWrite && (
          <>
            {works.map((work) => (
              <Button key={work} onClick={() => setAsked(work)}>
                {words.works[work].open}
              </Button>
            ))}
            <Button kind="main" onClick={() => setDialog({ kind: "form", rate: undefined })}>
              {words.new}
            </Button>
          </>
        )}
      </PageHead>
      <RateFilters filter={filter} people={people} projects={projects} />
      {periods.length > 0 && (
        <RateTable periods={sortPeriods(periods, nameOf)} nameOf={nameOf} onDialog={canWrite ? setDialog : undefined} />
      )}
      <ListState query={query} empty={periods.length === 0 && (rates.length > 0 ? words.noneFound : words.none)} />
      <RateDialogs dialog={dialog} rates={rates} nameOf={nameOf} onClose={() => setDialog(undefined)} />
      {recomputed !== undefined && (
        <Part onClose={() => setAsked("")}>
          <RecomputeDialog work={recomputed} people={people} projects={projects} onClose={() => setAsked("")} />
        </Part>
      )}
    </>
  );
}

interface DialogsProps {
  dialog: Dialog | undefined;
  rates: readonly Rate[];
  nameOf: (rate: Rate) => string;
  onClose: () => void;
}

function RateDialogs({ dialog, rates, nameOf, onClose }: DialogsProps) {
  const { shell } = useText();
  const words = useRateWords();
  const { timeZone } = useMe().organization;
  const actions = useRateActions();
  const sameDay = (rate: Rate | undefined, day: string) =>
    rate && rates.find((each) => targetOf(each) === targetOf(rate) && each.effectiveFrom === day);
  if (dialog?.kind === "delete")
    return (
      <ConfirmDialog
        title={words.deleteTitle}
        lead={words.deleteLead}
        label={shell.delete}
        onConfirm={() => actions.remove(dialog.rate)}
        onClose={onClose}
      />
    );
  return (
    <Part onClose={onClose}>
      {actions.question}
      {dialog !== undefined && (
        <RateForm
          rate={dialog.rate}
          name={dialog.rate === undefined ? "" : nameOf(dialog.rate)}
          // By default, a new rate applies to all time, and a changed rate applies from today.
          firstDay={dialog.rate === undefined ? "" : dayOf(clock.now(), timeZone)}
          onSend={(fields) => actions.set(fields, sameDay(dialog.rate, fields.effectiveFrom ?? sinceEver))}
          onClose={onClose}
        />
      )}
    </Part>
  );
}

interface TableProps {
  periods: readonly RatePeriod[];
  nameOf: (rate: Rate) => string;
  /** Undefined for people who may only read rates. */
  onDialog: ((dialog: Dialog) => void) | undefined;
}

function RateTable({ periods, nameOf, onDialog }: TableProps) {
  const format = useFormat();
  const words = useRateWords();
  const { shell } = useText();
  const { currency } = useMe().organization;
  return (
    <Table
      isPanel
      label={useScreenHeading()}
      rows={periods}
      keyOf={({ rate }) => rate.id}
      columns={[
        {
          name: words.appliesTo,
          cell: ({ rate, state }) => (
            <>
              {nameOf(rate)} {state !== "now" && <span className="chip">{words.states[state]}</span>}
            </>
          ),
        },
        { name: words.scope, kind: "dim", cell: ({ rate }) => words.scopes[rate.scope] },
        { name: words.kind, isNamed: true, cell: ({ rate }) => words.kinds[rate.kind] },
        {
          name: words.hour,
          kind: "number",
          cell: ({ rate: { rateMinor } }) => (rateMinor === 0 ? words.free : format.money(rateMinor, currency)),
        },
        {
          name: words.from,
          kind: "date",
          cell: ({ rate: { effectiveFrom } }) =>
            effectiveFrom === sinceEver ? words.always : format.date(effectiveFrom),
        },
        { name: words.until, kind: "date", cell: ({ until }) => (until === null ? words.open : format.date(until)) },
        onDialog !== undefined && {
          kind: "actions",
          cell: ({ rate }) => (
            <MoreMenu label={words.actions(`${nameOf(rate)}, ${words.kinds[rate.kind]}`)}>
              <MenuItem onClick={() => onDialog({ kind: "form", rate })}>{words.change}</MenuItem>
              <MenuItem onClick={() => onDialog({ kind: "delete", rate })}>{shell.delete}</MenuItem>
            </MoreMenu>
          ),
        },
      ]}
    />
  );
}
