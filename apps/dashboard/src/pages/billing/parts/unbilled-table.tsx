import { ApiError, type Summary } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { defineQuery, useClients, useMe, useProjectsById } from "#api/queries.ts";
import { type SummaryQuery, summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { Button } from "#ui/button/button.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { projectColor } from "#ui/project-color.ts";
import { billAddress, type BillFilter, unapprovedQuery, unbilledQuery } from "./bill-filter.ts";
import { toUnbilledRows, type UnbilledRow } from "./unbilled-rows.ts";

/** The unbilled time by client, with a link to bill it. Projects without a client have rows of their own. */
export function UnbilledTable({ filter }: { filter: BillFilter }) {
  const words = useBillingWords();
  const { shell } = useText();
  const format = useFormat();
  const { scopes, organization } = useMe();
  const { query, rows, projectOf, unapprovedOf } = useUnbilled(filter);
  const totals = query.data?.totals;
  const money = (minor: number | undefined) => format.money(minor ?? 0, organization.currency);
  const hasMoney = totals?.amountMinor !== undefined;
  return (
    <Panel label={words.unbilled} isLong>
      {rows.length > 0 && totals !== undefined && (
        <>
          <p className="wrap dim inset">
            {hasMoney && <b className="big">{money(totals.amountMinor)}</b>}
            {words.unbilledFor(format.duration(totals.billableSeconds))}
          </p>
          <Table<UnbilledRow>
            label={words.unbilled}
            rows={rows}
            keyOf={({ id }) => id}
            isBusy={query.isFetching}
            columns={[
              { name: words.client, cell: ({ name }) => name ?? words.noClient },
              {
                name: words.projects,
                cell: ({ projects }) => (
                  <span className="wrap">
                    {projects.map(({ id, name }) => (
                      <span key={id} className="row">
                        <ColorDot color={projectColor(projectOf.get(id))} /> {name}
                      </span>
                    ))}
                  </span>
                ),
              },
              rows.some(({ since }) => since !== undefined) && {
                name: words.since,
                kind: "date",
                cell: ({ since }) => since && <span className="dim">{format.briefDate(since)}</span>,
              },
              {
                cell: ({ id, unratedSeconds }) => (
                  <span className="wrap">
                    {unratedSeconds > 0 && (
                      <span className="chip" data-kind="warn">
                        {shell.withoutRate(format.duration(unratedSeconds))}
                      </span>
                    )}
                    {unapprovedOf(id) > 0 && (
                      <span className="chip">{words.notApproved(format.duration(unapprovedOf(id)))}</span>
                    )}
                  </span>
                ),
              },
              { name: words.hours, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
              hasMoney && {
                name: words.amount,
                kind: "number",
                cell: ({ amountMinor }) => <b>{money(amountMinor)}</b>,
              },
              scopes.includes("billing:write") && {
                kind: "actions",
                cell: ({ id, name, projects, choice }) => (
                  <Button
                    component={Link}
                    href={billAddress({ ...filter, ...choice })}
                    isSmall
                    kind={id === rows[0]?.id ? "main" : "plain"}
                    aria-label={words.billOf(name ?? projects[0]?.name ?? "")}
                  >
                    {words.billRow}
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
      <ListState query={query} empty={query.data?.groups.length === 0 && words.allBilled} />
    </Panel>
  );
}

/** The unbilled time of the filter: its rows, and how much of each isn't approved. */
function useUnbilled(filter: BillFilter) {
  const { approvals } = useMe().organization;
  const projectOf = useProjectsById();
  const clients = useClients();
  const byDay = unbilledQuery(filter, ["project", "date"]);
  const query = useQuery(defineQuery(["reports", "unbilled", byDay], () => readByDay(byDay)));
  const asked = unapprovedQuery(filter, ["project"], approvals);
  const unapproved = useQuery({ ...summaryQuery(asked ?? {}), enabled: asked !== undefined }).data;
  // Without the projects, it isn't known yet who the clients are.
  const rowsOf = (groups: Summary["groups"] = []) =>
    projectOf.size === 0 ? [] : toUnbilledRows(groups, projectOf, clients);
  const missing = new Map(rowsOf(asked && unapproved?.groups).map((row) => [row.id, row.billableSeconds]));
  return {
    query,
    projectOf,
    rows: rowsOf(query.data?.groups),
    unapprovedOf: (id: string) => missing.get(id) ?? 0,
  };
}

/** Reads the sums without days if there are too many of them. */
async function readByDay(asked: SummaryQuery): Promise<Summary> {
  try {
    return await stint.reports.summary(asked);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "too_many_groups") throw error;
    return stint.reports.summary({ ...asked, groupBy: ["project"] });
  }
}
