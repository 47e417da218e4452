import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { Amount } from "#parts/figures/amount.tsx";
import { mostPrinted, useIsPrinting } from "#ui/list/use-is-printing.ts";
import { ShareBar } from "#parts/figures/share-bar.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import table from "#ui/list/table.module.css";
import { type Column, Table } from "#ui/list/table.tsx";
import { Button, IconButton } from "#ui/button/button.tsx";
import { Figure } from "./figure.tsx";
import { type Compared, compareGroups, type Figures, type Group } from "./compare-groups.ts";
import type { Grouping, ReportState } from "./address/report-address.ts";
import type { Step } from "./report-queries.ts";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

interface Props {
  by: readonly Grouping[];
  groups: readonly Group[];
  totals: Figures;
  currency: string;
  /** The groups of the previous range. Undefined without a comparison. */
  before?: { groups: readonly Group[]; totals: Figures } | undefined;
  nameOf: (by: Grouping, key: string | null, name: string | null) => string;
  colorOf?: (by: Grouping, key: string | null) => string | undefined;
  entriesOf: (steps: readonly Step[], change?: Partial<ReportState>) => string | undefined;
  entriesBefore?: ((steps: readonly Step[]) => string | undefined) | undefined;
}

const maxOpen = 60;
const page = 200;

interface Row {
  of: Compared;
  steps: readonly Step[];
}

/** The sums of groups and subgroups, each with its share of the total. */
export function GroupTable(props: Props) {
  const { by, totals, currency, before, nameOf, colorOf, entriesOf, entriesBefore } = props;
  const [first = "project", second = "project"] = by;
  const format = useFormat();
  const words = useWords();
  const groups = compareGroups(props.groups, before?.groups, first === "date");
  const count = groups.reduce((sum, { parts }) => sum + parts.length, 0);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setMost] = useState(page);
  const most = useIsPrinting() ? mostPrinted : chosen;
  const isOpen = (id: string) => count <= maxOpen !== toggled.has(id);
  const toggle = (id: string) =>
    setToggled(new Set(toggled.has(id) ? [...toggled].filter((each) => each !== id) : [...toggled, id]));
  const rows = groups.slice(0, most).flatMap((group): Row[] => {
    const steps = [{ by: first, key: group.key }];
    const parts = isOpen(group.id) ? group.parts : [];
    return [
      { of: group, steps },
      ...parts.map((part) => ({ of: part, steps: [...steps, { by: second, key: part.key }] })),
    ];
  });
  const total: Compared = {
    ...totals,
    id: "total",
    key: null,
    name: words.total,
    before: before?.totals.entries === 0 ? undefined : before?.totals,
    parts: [],
  };
  const linkOf = ({ of, steps }: Row, change?: Partial<ReportState>) =>
    of.entries === 0 ? undefined : entriesOf(steps, change);
  const number = (name: string, cell: (row: Row) => ReactNode): Column<Row> => ({ name, kind: "number", cell });
  return (
    <>
      <Table
        label={words.table}
        look={`${table.table} ${classes.table}`}
        rows={rows}
        keyOf={({ of }) => of.id}
        total={{ of: total, steps: [] }}
        rowClass={({ steps }) => (steps.length > 1 ? classes.part : undefined)}
        columns={[
          {
            name: by.map((each) => words.groupings[each]).join(" / "),
            cell: ({ of, steps }) => {
              const step = steps.at(-1);
              if (step === undefined) return of.name;
              const name = nameOf(step.by, of.key, of.name);
              const color = colorOf?.(step.by, of.key);
              return (
                <span className="row">
                  {of.parts.length > 0 && (
                    <IconButton
                      className={classes.toggle}
                      aria-expanded={isOpen(of.id)}
                      label={words.expand(name)}
                      onClick={() => toggle(of.id)}
                    >
                      <ChevronRight size={14} aria-hidden />
                    </IconButton>
                  )}
                  {color !== undefined && <ColorDot color={color} />}
                  {name}
                </span>
              );
            },
          },
          number(words.tracked, (row) => <Figure href={linkOf(row)}>{format.duration(row.of.seconds)}</Figure>),
          {
            name: words.share,
            cell: ({ of, steps }) => steps.length > 0 && <ShareBar part={of.seconds} whole={totals.seconds} />,
          },
          number(words.billable, (row) => (
            <Figure href={linkOf(row, { billable: true })}>{format.duration(row.of.billableSeconds)}</Figure>
          )),
          totals.amountMinor !== undefined &&
            number(words.amount, (row) => (
              <Amount
                minor={row.of.amountMinor}
                secondsWithoutRate={row.of.unratedSeconds}
                isPart={row.steps.length > 0}
              >
                <Figure href={linkOf(row, { billable: true })}>
                  {format.money(row.of.amountMinor ?? 0, currency)}
                </Figure>
              </Amount>
            )),
          before !== undefined &&
            number(words.before, ({ of, steps }) => (
              <Figure href={of.before && entriesBefore?.(steps)}>{format.duration(of.before?.seconds ?? 0)}</Figure>
            )),
          before !== undefined &&
            number(words.difference, ({ of }) => <Difference now={of.seconds} before={of.before?.seconds ?? 0} />),
        ]}
      />
      {groups.length > most && (
        <p className={`dim ${classes.note}`}>
          <Button kind="link" onClick={() => setMost(most + page)}>
            {words.moreGroups(format.number(groups.length - most))}
          </Button>
        </p>
      )}
    </>
  );
}

export function Difference({ now, before }: { now: number; before: number }) {
  const format = useFormat();
  const more = now - before;
  const sign = more > 0 ? "+" : "";
  const share = before === 0 ? "" : ` (${sign}${format.percent(more / before)})`;
  return `${sign}${format.duration(more)}${share}`;
}
