import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useFormat } from "#i18n/format.ts";
import { EarlierEntries } from "#parts/confirm/earlier-entries.tsx";
import { Amount } from "#parts/figures/amount.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { PersonName } from "#ui/person-name.tsx";
import { ShareBar } from "#parts/figures/share-bar.tsx";
import { sumsQuery } from "./tasks/sums-query.ts";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";

export function ProjectPeople({ project }: { project: Project }) {
  const format = useFormat();
  const words = useDetailWords();
  const query = useQuery(sumsQuery(project.id));
  const { groups = [], totals, currency = "EUR" } = query.data ?? {};
  const hasMoney = totals?.amountMinor !== undefined;
  const isPart = (key: string | null) => groups.length > 1 && key !== "total";
  const money = (minor: number | undefined) => (minor === undefined ? "" : format.money(minor, currency));
  return (
    <Panel title={words.people}>
      {groups.length > 0 && totals !== undefined && (
        <Table
          label={words.people}
          isBusy={query.isFetching}
          rows={groups}
          total={groups.length > 1 ? { ...totals, key: "total", name: words.total } : undefined}
          keyOf={({ key }) => key}
          columns={[
            {
              name: words.person,
              cell: ({ key, name }) =>
                key === null || key === "total" ? name : <PersonName id={key} name={name ?? key} />,
            },
            { name: words.tracked, kind: "number", cell: ({ seconds }) => format.duration(seconds) },
            {
              name: words.share,
              cell: ({ key, seconds }) => key !== "total" && <ShareBar part={seconds} whole={totals.seconds} />,
            },
            { name: words.billable, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
            hasMoney && {
              name: words.amount,
              kind: "number",
              cell: ({ key, amountMinor, unratedSeconds }) => (
                <Amount minor={amountMinor} secondsWithoutRate={unratedSeconds} isPart={isPart(key)}>
                  {money(amountMinor)}
                </Amount>
              ),
            },
            hasMoney && {
              name: words.cost,
              kind: "number",
              cell: ({ key, costMinor, uncostedSeconds }) => (
                <Amount isCost minor={costMinor} secondsWithoutRate={uncostedSeconds} isPart={isPart(key)}>
                  {money(costMinor)}
                </Amount>
              ),
            },
          ]}
        />
      )}
      {(totals?.unratedSeconds ?? 0) > 0 && (
        <EarlierEntries isOnDemand query={{ projectId: [project.id] }} className="dim inset" />
      )}
      <ListState query={query} empty={groups.length === 0 && words.nobody} />
    </Panel>
  );
}
