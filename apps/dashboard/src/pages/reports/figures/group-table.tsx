import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { ShareBar } from "#parts/figures/share-bar.tsx";
import { IconButton } from "#ui/button/button.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { PersonName } from "#ui/person-name.tsx";
import table from "#ui/list/table.module.css";
import { WindowTable } from "#ui/list/window/window-table.tsx";
import type { Grouping, ReportState } from "#pages/reports/address/report-address.ts";
import type { Step } from "#pages/reports/address/report-queries.ts";
import { useReportWords } from "./use-report-words.ts";
import { type Compared, compareGroups, type Figures, type Group } from "./compare-groups.ts";
import { useColumns } from "./use-columns.tsx";
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

/** With more subgroups, the groups are closed at first. */
const maxOpen = 60;

interface Row {
  of: Compared;
  steps: readonly Step[];
}

/** The sums of groups and subgroups, each with its share of the total. */
export function GroupTable(props: Props) {
  const { by, totals, currency, before, entriesOf, entriesBefore } = props;
  const format = useFormat();
  const words = useReportWords();
  const { number, time, money } = useColumns<Row>(currency);
  const { rows, isOpen, toggle } = useRows(props);
  const linkOf = ({ of, steps }: Row, change?: Partial<ReportState>) =>
    of.entries === 0 ? undefined : entriesOf(steps, change);
  const billableOf = (row: Row) => linkOf(row, { billable: true });
  return (
    <WindowTable
      label={words.table}
      look={`${table.table} ${classes.table}`}
      rows={rows}
      rowHeight={45}
      keyOf={({ of }) => of.id}
      total={{ of: totalOf(props, words.total), steps: [] }}
      rowClass={({ steps }) => (steps.length > 1 ? classes.part : undefined)}
      columns={[
        {
          name: by.map((each) => words.groupings[each]).join(" / "),
          cell: (row) => <GroupName {...props} {...row} isOpen={isOpen(row.of)} onToggle={() => toggle(row.of)} />,
        },
        time(words.tracked, ({ of }) => of.seconds, linkOf),
        {
          name: words.share,
          cell: ({ of, steps }) => steps.length > 0 && <ShareBar part={of.seconds} whole={totals.seconds} />,
        },
        time(words.billable, ({ of }) => of.billableSeconds, billableOf),
        totals.amountMinor !== undefined &&
          money(
            words.amount,
            ({ of, steps }) => ({
              minor: of.amountMinor ?? 0,
              secondsWithoutRate: of.unratedSeconds,
              isPart: steps.length > 0,
            }),
            billableOf,
          ),
        before !== undefined &&
          time(
            words.before,
            ({ of }) => of.before?.seconds ?? 0,
            ({ of, steps }) => of.before && entriesBefore?.(steps),
          ),
        before !== undefined &&
          number(words.difference, ({ of }) => (
            <Difference now={of.seconds} before={of.before?.seconds ?? 0} write={format.duration} hasShare />
          )),
      ]}
    />
  );
}

function totalOf({ totals, before }: Props, name: string): Compared {
  const former = before?.totals.entries === 0 ? undefined : before?.totals;
  return { ...totals, id: "total", key: null, name, before: former, parts: [] };
}

/** The groups, each followed by its subgroups if it is open. */
function useRows({ by: [first = "project", second = "project"], groups, before }: Props) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => compareGroups(groups, before?.groups, first === "date"), [groups, before, first]);
  const areOpen = all.reduce((sum, { parts }) => sum + parts.length, 0) <= maxOpen;
  const isOpen = ({ id }: Compared) => areOpen !== toggled.has(id);
  const rows = all.flatMap((group): Row[] => {
    const steps = [{ by: first, key: group.key }];
    const parts = isOpen(group) ? group.parts : [];
    return [
      { of: group, steps },
      ...parts.map((part) => ({ of: part, steps: [...steps, { by: second, key: part.key }] })),
    ];
  });
  const toggle = ({ id }: Compared) =>
    setToggled(new Set(toggled.has(id) ? [...toggled].filter((each) => each !== id) : [...toggled, id]));
  return { rows, isOpen, toggle };
}

interface NameProps extends Row, Pick<Props, "nameOf" | "colorOf"> {
  isOpen: boolean;
  onToggle: () => void;
}

function GroupName({ of, steps, nameOf, colorOf, isOpen, onToggle }: NameProps): ReactNode {
  const words = useReportWords();
  const step = steps.at(-1);
  if (step === undefined) return of.name;
  const name = nameOf(step.by, of.key, of.name);
  const color = colorOf?.(step.by, of.key);
  return (
    <span className="row">
      {of.parts.length > 0 && (
        <IconButton
          className={`screen-only ${classes.toggle}`}
          aria-expanded={isOpen}
          label={words.expand(name)}
          onClick={onToggle}
        >
          <ChevronRight size={14} className="turns" aria-hidden />
        </IconButton>
      )}
      {color !== undefined && <ColorDot color={color} />}
      {step.by === "user" && of.key !== null ? <PersonName id={of.key} name={name} /> : name}
    </span>
  );
}

interface DifferenceProps {
  now: number;
  before: number;
  write: (value: number) => string;
  /** Whether the difference is also shown in percent. */
  hasShare?: boolean;
}

export function Difference({ now, before, write, hasShare = false }: DifferenceProps) {
  const format = useFormat();
  const more = now - before;
  const sign = more > 0 ? "+" : "";
  const share = before === 0 || !hasShare ? "" : ` (${sign}${format.percent(more / before)})`;
  return `${sign}${write(more)}${share}`;
}
