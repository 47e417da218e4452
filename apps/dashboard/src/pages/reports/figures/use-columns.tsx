import type { ReactNode } from "react";
import { useFormat } from "#i18n/format.ts";
import { Amount } from "#parts/figures/amount.tsx";
import type { Column } from "#ui/list/table.tsx";
import { Figure } from "./figure.tsx";

interface Money {
  /** Undefined if the person may not see this amount. */
  minor: number | undefined;
  secondsWithoutRate?: number | undefined;
  isCost?: boolean;
  /** Whether the total of the table says that rates are missing. */
  isPart?: boolean;
}

type HrefOf<Row> = (row: Row) => string | undefined;

/** The columns of time and money in the tables of reports. `hrefOf` returns the URL of the entries behind a figure. */
export function useColumns<Row>(currency: string) {
  const format = useFormat();
  const number = (name: string, cell: (row: Row) => ReactNode): Column<Row> => ({ name, kind: "number", cell });
  return {
    number,
    time: (name: string, secondsOf: (row: Row) => number | undefined, hrefOf?: HrefOf<Row>) =>
      number(name, (row) => {
        const seconds = secondsOf(row);
        return seconds === undefined ? "–" : <Figure href={hrefOf?.(row)}>{format.duration(seconds)}</Figure>;
      }),
    money: (name: string, moneyOf: (row: Row) => Money, hrefOf?: HrefOf<Row>) =>
      number(name, (row) => {
        const { minor, secondsWithoutRate, ...kind } = moneyOf(row);
        if (minor === undefined) return "–";
        return (
          <Amount minor={minor} secondsWithoutRate={secondsWithoutRate} {...kind}>
            <Figure href={hrefOf?.(row)}>{format.money(minor, currency)}</Figure>
          </Amount>
        );
      }),
  };
}
