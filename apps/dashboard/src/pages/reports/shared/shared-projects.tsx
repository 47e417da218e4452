import type { SharedReport } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { ShareBar } from "#figures/share-bar.tsx";
import table from "#ui/list/table.module.css";
import { useWords } from "#pages/reports/use-words.ts";
import panel from "#ui/panel.module.css";

interface Props {
  projects: NonNullable<SharedReport["projects"]>;
  currency: string;
}

/** The time by project, with amounts and budgets if the link shows them. */
export function SharedProjects({ projects, currency }: Props) {
  const format = useFormat();
  const words = useWords();
  const hasMoney = projects.some(({ amountMinor }) => amountMinor !== undefined);
  const hasBudgets = projects.some(({ budget }) => budget !== null);
  return (
    <section className={panel.panel} aria-label={words.table}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.project}</th>
            <th scope="col" className={table.number}>
              {words.tracked}
            </th>
            {hasMoney && (
              <th scope="col" className={table.number}>
                {words.amount}
              </th>
            )}
            {hasBudgets && <th scope="col">{words.budgetStatus}</th>}
          </tr>
        </thead>
        <tbody>
          {projects.map(({ name, seconds, amountMinor, budget }) => {
            const show = (amount: number) =>
              budget?.kind === "amount" ? format.money(amount, currency) : format.duration(amount);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className={table.number} data-label={words.tracked}>
                  {format.duration(seconds)}
                </td>
                {hasMoney && (
                  <td className={table.number} data-label={words.amount}>
                    {format.money(amountMinor ?? 0, currency)}
                  </td>
                )}
                {hasBudgets && (
                  <td>
                    {budget !== null && (
                      <ShareBar
                        part={budget.used}
                        whole={budget.limit}
                        label={`${show(budget.used)} / ${show(budget.limit)}`}
                      />
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
