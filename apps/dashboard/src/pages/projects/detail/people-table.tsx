import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { summaryQuery } from "#api/report-queries.ts";
import { useSettings } from "#api/settings.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import table from "#ui/table.module.css";
import { Panel } from "./panel.tsx";
import { ShareBar } from "./share-bar.tsx";
import { useDetailWords } from "./use-detail-words.ts";

/** The time of each person on a project, and the money where the role may see it. */
export function PeopleTable({ project }: { project: Project }) {
  const { format } = useSettings();
  const words = useDetailWords();
  const asked = { projectId: project.id, groupBy: "user" } as const;
  const query = useQuery(summaryQuery(asked));
  const { groups = [], totals, currency = "EUR" } = query.data ?? {};
  const hasMoney = totals?.amountMinor !== undefined;
  const call = { operation: "reports.summary", method: "GET", path: "/v1/reports/summary", query: asked } as const;
  const money = (minor: number | undefined) => (minor === undefined ? "" : format.money(minor, currency));
  return (
    <Panel title={words.people} aside={<CopyAsCall call={call} />}>
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
                      {money(group.amountMinor)}
                    </td>
                    <td className={table.number} data-label={words.cost}>
                      {money(group.costMinor)}
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
