import { Button } from "@mantine/core";
import type { Rate } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { clock, stint } from "#api/client.ts";
import { all, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { type RatePeriod, ratePeriods, sortPeriods, targetOf } from "./rate-periods.ts";
import { DeleteDialog } from "#confirm/delete-dialog.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { ProjectTabs } from "#screen/project-tabs.tsx";
import { useParam } from "#screen/use-param.ts";
import { dayOf } from "#time/zoned.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import table from "#ui/list/table.module.css";
import { RateFilters, useRateFilter } from "./rate-filters.tsx";
import { useRateActions } from "./use-rate-actions.ts";
import { useRateNames } from "./use-rate-names.ts";
import type { Work } from "./use-recompute.ts";
import { useRateWords } from "./use-rate-words.ts";

const RateForm = lazy(() => import("./rate-form.tsx").then((m) => ({ default: m.RateForm })));
const RecomputeDialog = lazy(() => import("./recompute-dialog.tsx").then((m) => ({ default: m.RecomputeDialog })));

type Dialog = { kind: "form"; rate: Rate | undefined } | { kind: "delete"; rate: Rate };

const works: readonly Work[] = ["reprice", "reround"];
const sinceEver = "1970-01-01";
const none: readonly Rate[] = [];

/** `/rates`: hourly rates, for whom and from when. */
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
  const query = useQuery({ queryKey: ["rates"], queryFn: () => all(stint.rates.list()) });
  const rates = query.data ?? none;
  const { nameOf, projectIdOf, people, projects } = useRateNames(rates);
  const filter = useRateFilter(projectIdOf);
  const [dialog, setDialog] = useState<Dialog>();
  const [asked, setAsked] = useParam("recompute");
  const recomputed = works.find((work) => canWrite && work === asked);
  const actions = useRateActions();
  const today = dayOf(clock.now(), organization.timeZone);
  const periods = ratePeriods(rates, today).filter(
    ({ rate, state }) => (state !== "past" || filter.isPastShown) && filter.matches(rate),
  );
  const close = () => setDialog(undefined);
  const sameDay = (rate: Rate | undefined, day: string) =>
    rate && rates.find((each) => targetOf(each) === targetOf(rate) && each.effectiveFrom === day);
  return (
    <>
      <PageHead
        lead={words.lead}
        call={{ operation: "rates.list", method: "GET", path: "/v1/rates", query: filter.query, isList: true }}
      >
        {canWrite && (
          <>
            {works.map((work) => (
              <Button key={work} variant="default" onClick={() => setAsked(work)}>
                {words.works[work].open}
              </Button>
            ))}
            <Button onClick={() => setDialog({ kind: "form", rate: undefined })}>{words.new}</Button>
          </>
        )}
      </PageHead>
      <RateFilters filter={filter} people={people} projects={projects} />
      {periods.length > 0 && (
        <div className={table.panel}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{words.appliesTo}</th>
                <th scope="col">{words.scope}</th>
                <th scope="col">{words.kind}</th>
                <th scope="col" className={table.number}>
                  {words.hour}
                </th>
                <th scope="col">{words.from}</th>
                <th scope="col">{words.until}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {sortPeriods(periods, nameOf).map((period) => (
                <RateRow
                  key={period.rate.id}
                  period={period}
                  name={nameOf(period.rate)}
                  canWrite={canWrite}
                  onDialog={setDialog}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ListState query={query} empty={periods.length === 0 && (rates.length > 0 ? words.noneFound : words.none)} />
      <Suspense>
        {dialog?.kind === "form" && (
          <RateForm
            rate={dialog.rate}
            name={dialog.rate === undefined ? "" : nameOf(dialog.rate)}
            // Before the first rate nothing has a price, so it may apply from the beginning.
            firstDay={rates.length === 0 ? "" : today}
            onSend={(fields) => actions.set(fields, sameDay(dialog.rate, fields.effectiveFrom ?? sinceEver))}
            onClose={close}
          />
        )}
        {recomputed !== undefined && (
          <RecomputeDialog work={recomputed} people={people} projects={projects} onClose={() => setAsked("")} />
        )}
      </Suspense>
      {dialog?.kind === "delete" && (
        <DeleteDialog
          title={words.deleteTitle}
          lead={words.deleteLead}
          onDelete={() => actions.remove(dialog.rate)}
          onClose={close}
        />
      )}
    </>
  );
}

interface RowProps {
  period: RatePeriod;
  name: string;
  canWrite: boolean;
  onDialog: (dialog: Dialog) => void;
}

function RateRow({ period, name, canWrite, onDialog }: RowProps) {
  const format = useFormat();
  const { shell } = useText();
  const words = useRateWords();
  const { currency } = useMe().organization;
  const { rate, until, state } = period;
  const { kind, scope, rateMinor, effectiveFrom } = rate;
  return (
    <tr>
      <th scope="row">
        {name} {state !== "now" && <span className={table.mark}>{words.states[state]}</span>}
      </th>
      <td className={table.dim}>{words.scopes[scope]}</td>
      <td data-label={words.kind}>{words.kinds[kind]}</td>
      <td className={table.number} data-label={words.hour}>
        {rateMinor === 0 ? words.free : format.money(rateMinor, currency)}
      </td>
      <td className={table.date} data-label={words.from}>
        {effectiveFrom === sinceEver ? words.always : format.date(effectiveFrom)}
      </td>
      <td className={table.date} data-label={words.until}>
        {until === null ? words.open : format.date(until)}
      </td>
      <td className={table.actions}>
        {canWrite && (
          <MoreMenu label={words.actions(`${name}, ${words.kinds[kind]}`)}>
            <MenuItem onClick={() => onDialog({ kind: "form", rate })}>{words.change}</MenuItem>
            <MenuItem onClick={() => onDialog({ kind: "delete", rate })}>{shell.delete}</MenuItem>
          </MoreMenu>
        )}
      </td>
    </tr>
  );
}
