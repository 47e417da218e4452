import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useFormat } from "#i18n/format.ts";
import { Amount } from "#figures/amount.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import table from "#ui/list/table.module.css";
import { Panel } from "./panel.tsx";
import { ShareBar } from "#figures/share-bar.tsx";
import { sumsQuery } from "./sums-query.ts";
import { useDetailWords } from "./use-detail-words.ts";

/** Each person's time on a project, with amounts if the role may see money. */
export function PeopleTable({ project }: { project: Project }) {
  const format = useFormat();
  const words = useDetailWords();
  const query = useQuery(sumsQuery(project.id));
  const { groups = [], totals, currency = "EUR" } = query.data ?? {};
  const hasMoney = totals?.amountMinor !== undefined;
  const money = (minor: number | undefined) => (minor === undefined ? "" : format.money(minor, currency));
  return (
    <Panel title={words.people}>
      {groups.length > 0 && totals !== undefined && (
        <table className={table.table} aria-busy={query.isFetching}>
          <thead>
            <tr>
              <th scope="col">{words.person}</th>
              <th scope="col" className={table.number}>
                {words.tracked}
              </th>
              <th scope="col">{words.share}</th>
              <th scope="col" className={table.number}>
                {words.billable}
              </th>
              {hasMoney && (
                <>
                  <th scope="col" className={table.number}>
                    {words.amount}
                  </th>
                  <th scope="col" className={table.number}>
                    {words.cost}
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {[...groups, { ...totals, key: "total", name: words.total }].map((group) => (
              <tr key={group.key}>
                <th scope="row">{group.name}</th>
                <td className={table.number} data-label={words.tracked}>
                  {format.duration(group.seconds)}
                </td>
                <td>{group.key !== "total" && <ShareBar part={group.seconds} whole={totals.seconds} />}</td>
                <td className={table.number} data-label={words.billable}>
                  {format.duration(group.billableSeconds)}
                </td>
                {hasMoney && (
                  <>
                    <td className={table.number} data-label={words.amount}>
                      <Amount minor={group.amountMinor} secondsWithoutRate={group.unratedSeconds}>
                        {money(group.amountMinor)}
                      </Amount>
                    </td>
                    <td className={table.number} data-label={words.cost}>
                      <Amount isCost minor={group.costMinor} secondsWithoutRate={group.uncostedSeconds}>
                        {money(group.costMinor)}
                      </Amount>
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListState query={query} empty={groups.length === 0 && words.nobody} />
    </Panel>
  );
}
