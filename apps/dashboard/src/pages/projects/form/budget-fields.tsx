import type { Project, CreateProjectBody } from "@stint/sdk";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { HoursField, MoneyField, PercentsField } from "#parts/fields/typed-field.tsx";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { Select } from "#ui/fields/select.tsx";

type Budget = NonNullable<Project["budget"]>;

/** The state of the budget fields. Each kind keeps its limit while the person switches between kinds. */
export interface BudgetInput {
  kind: Budget["kind"] | "none";
  seconds: number | undefined;
  amountMinor: number | undefined;
  period: Budget["period"];
  startsOn: string | null;
  billableOnly: boolean;
  alertPercents: readonly number[] | undefined;
  onExceed: Budget["onExceed"];
}

export function toBudgetInput(budget: Budget | null | undefined): BudgetInput {
  const { kind = "none", seconds, amountMinor, period = "total", startsOn = null } = budget ?? {};
  const { billableOnly = true, alertPercents = [80, 100], onExceed = "warn" } = budget ?? {};
  return { kind, seconds, amountMinor, period, startsOn, billableOnly, alertPercents, onExceed };
}

export function toBudget({ kind, seconds, amountMinor, ...rest }: BudgetInput): CreateProjectBody["budget"] {
  if (kind === "none") return null;
  const limit = kind === "time" ? { seconds } : { amountMinor };
  return { kind, ...limit, ...rest, alertPercents: rest.alertPercents ?? [] };
}

interface Props {
  value: BudgetInput;
  onChange: (value: BudgetInput) => void;
  /** Whether no rate can apply. */
  isUnpriced: boolean;
  errorOf: (name: string) => string | undefined;
}

export function BudgetFields(props: Props) {
  const { value, onChange, isUnpriced, errorOf } = props;
  const words = useProjectWords();
  const hasBudget = value.kind !== "none";
  return (
    <fieldset className={hasBudget ? "form panel inset" : "form"}>
      <div className="fields">
        <Select
          label={words.budgetKind}
          value={value.kind}
          options={Object.entries(words.budgetKinds)}
          onChange={(kind) => onChange({ ...value, kind: kind as BudgetInput["kind"] })}
          error={errorOf("budget")}
        />
        <LimitField {...props} />
      </div>
      <p role="status" className="note">
        {isUnpriced && words.unpriced[value.kind === "cost" ? "cost" : "amount"]}
      </p>
      {hasBudget && <PeriodFields {...props} />}
    </fieldset>
  );
}

function LimitField({ value, onChange, errorOf }: Props) {
  const format = useFormat();
  const { currency } = useMe().organization;
  const words = useProjectWords();
  if (value.kind === "none") return null;
  if (value.kind === "time")
    return (
      <HoursField
        label={words.limitHours}
        hint={words.limitHint}
        value={value.seconds}
        onChange={(seconds) => onChange({ ...value, seconds })}
        invalid={words.notTime}
        required
        error={errorOf("budget/seconds")}
      />
    );
  return (
    <MoneyField
      label={words.limit}
      hint={words.moneyHint(format.money(1_200_000, currency))}
      value={value.amountMinor}
      onChange={(amountMinor) => onChange({ ...value, amountMinor })}
      invalid={words.notMoney(currency)}
      required
      error={errorOf("budget/amountMinor")}
    />
  );
}

/** The period of a budget, and what happens as it is used. */
function PeriodFields({ value, onChange, errorOf }: Props) {
  const words = useProjectWords();
  const set = (part: Partial<BudgetInput>) => onChange({ ...value, ...part });
  return (
    <>
      <div className="fields">
        <Select
          label={words.period}
          value={value.period}
          options={Object.entries(words.periods)}
          onChange={(period) => set({ period: period as BudgetInput["period"] })}
        />
        <FormDateField
          label={words.startsOn}
          hint={words.startsOnHint}
          value={value.startsOn ?? ""}
          onChange={(day) => set({ startsOn: day === "" ? null : day })}
          error={errorOf("budget/startsOn")}
        />
      </div>
      <div className="fields">
        <PercentsField
          label={words.alerts}
          hint={words.alertsHint}
          value={value.alertPercents}
          onChange={(alertPercents) => set({ alertPercents })}
          invalid={words.notAlerts}
          error={errorOf("budget/alertPercents")}
        />
        <Select
          label={words.onExceed}
          value={value.onExceed}
          options={Object.entries(words.onExceeds)}
          onChange={(onExceed) => set({ onExceed: onExceed as BudgetInput["onExceed"] })}
        />
      </div>
      <Checkbox
        label={words.billableOnly}
        checked={value.billableOnly}
        onChange={(isChecked) => set({ billableOnly: isChecked })}
      />
    </>
  );
}
