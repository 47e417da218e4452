import { Button } from "@mantine/core";
import type { Rate } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { clock, stint } from "#api/client.ts";
import { all, useMe } from "#api/queries.ts";
import { useSettings, useText } from "#api/settings.ts";
import { type RatePeriod, ratePeriods, sortPeriods, targetOf } from "#figures/rate-periods.ts";
import { CopyCallItems } from "#pages/parts/copy-as-call.tsx";
import { DeleteDialog } from "#pages/parts/delete-dialog.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import { MoreMenu } from "#pages/parts/more-menu.tsx";
import { PageHead } from "#pages/parts/page-head.tsx";
import { ProjectTabs } from "#pages/parts/project-tabs.tsx";
import { dayOf } from "#time/zoned.ts";
import { MenuItem } from "#ui/menu.tsx";
import table from "#ui/table.module.css";
import { RateFilters, useRateFilter } from "./rate-filters.tsx";
import { useRateActions } from "./use-rate-actions.ts";
import { useRateNames } from "./use-rate-names.ts";
import type { Work } from "./use-recompute.ts";
import { useRateWords } from "./use-rate-words.ts";

const RateForm = lazy(() => import("./rate-form.tsx").then((m) => ({ default: m.RateForm })));
const RecomputeDialog = lazy(() => import("./recompute-dialog.tsx").then((m) => ({ default: m.RecomputeDialog })));

type Dialog =
  | { kind: "form"; rate: Rate | undefined }
  | { kind: "delete"; rate: Rate }
  | { kind: "recompute"; work: Work };

const works: readonly Work[] = ["reprice", "reround"];
const sinceEver = "1970-01-01";
const none: readonly Rate[] = [];

/** `/rates`: what an hour is worth, for whom, from when. */
export function RatesPage() {
  const { shell } = useText();
  const words = useRateWords();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  return (
    <>
      <ProjectTabs />
      {canSeeMoney ? <Rates /> : <PageHead title={shell.rates} lead={words.hidden} />}
    </>
  );
}

function Rates() {
  const { shell } = useText();
  const words = useRateWords();
  const { scopes, organization } = useMe();
  const canWrite = scopes.includes("rates:write");
  const query = useQuery({ queryKey: ["rates"], queryFn: () => all(stint.rates.list()) });
  const rates = query.data ?? none;
  const { nameOf, projectIdOf, people, projects } = useRateNames(rates);
  const filter = useRateFilter(projectIdOf);
  const [dialog, setDialog] = useState<Dialog>();
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
      <PageHead title={shell.rates} lead={words.lead}>
        {canWrite && (
          <>
            {works.map((work) => (
              <Button key={work} variant="default" onClick={() => setDialog({ kind: "recompute", work })}>
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
            today={today}
            onSend={(fields) => actions.set(fields, sameDay(dialog.rate, fields.effectiveFrom ?? sinceEver))}
            onClose={close}
          />
        )}
        {dialog?.kind === "recompute" && (
          <RecomputeDialog work={dialog.work} people={people} projects={projects} onClose={close} />
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
  const { format } = useSettings();
  const { shell } = useText();
  const words = useRateWords();
  const { currency } = useMe().organization;
  const { rate, until, state } = period;
  const { id, kind, scope, rateMinor, effectiveFrom } = rate;
  const call = { operation: "rates.get", method: "GET", path: `/v1/rates/${id}`, ids: [id] } as const;
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
        <MoreMenu label={words.actions(`${name}, ${words.kinds[kind]}`)}>
          {canWrite && <MenuItem onClick={() => onDialog({ kind: "form", rate })}>{words.change}</MenuItem>}
          <CopyCallItems call={call} />
          {canWrite && <MenuItem onClick={() => onDialog({ kind: "delete", rate })}>{shell.delete}</MenuItem>}
        </MoreMenu>
      </td>
    </tr>
  );
}
