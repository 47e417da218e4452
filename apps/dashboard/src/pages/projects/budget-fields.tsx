import type { Project, CreateProjectBody } from "@stint/sdk";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { FormDateField } from "#parts/fields/form-date-field.tsx";
import { HoursField, MoneyField, PercentsField } from "#parts/fields/typed-field.tsx";
import { useProjectWords } from "#i18n/use-project-words.ts";
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

export function BudgetFields({ value, onChange, isUnpriced, errorOf }: Props) {
  const format = useFormat();
  const { currency } = useMe().organization;
  const words = useProjectWords();
  const set = (part: Partial<BudgetInput>) => onChange({ ...value, ...part });
  return (
    <fieldset className={value.kind === "none" ? "form" : `form panel inset`}>
      <div className="fields">
        <Select
          label={words.budgetKind}
          value={value.kind}
          options={Object.entries(words.budgetKinds)}
          onChange={(value) => set({ kind: value as BudgetInput["kind"] })}
          error={errorOf("budget")}
        />
        {value.kind === "time" && (
          <HoursField
            label={words.limitHours}
            hint={words.limitHint}
            value={value.seconds}
            onChange={(seconds) => set({ seconds })}
            invalid={words.notTime}
            required
            error={errorOf("budget/seconds")}
          />
        )}
        {(value.kind === "amount" || value.kind === "cost") && (
          <MoneyField
            label={words.limit}
            hint={words.moneyHint(format.money(1_200_000, currency))}
            value={value.amountMinor}
            onChange={(amountMinor) => set({ amountMinor })}
            invalid={words.notMoney(currency)}
            required
            error={errorOf("budget/amountMinor")}
          />
        )}
      </div>
      <p role="status" className="note">
        {isUnpriced && words.unpriced[value.kind === "cost" ? "cost" : "amount"]}
      </p>
      {value.kind !== "none" && (
        <>
          <div className="fields">
            <Select
              label={words.period}
              value={value.period}
              options={Object.entries(words.periods)}
              onChange={(value) => set({ period: value as BudgetInput["period"] })}
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
              onChange={(value) => set({ onExceed: value as BudgetInput["onExceed"] })}
            />
          </div>
          <Checkbox
            label={words.billableOnly}
            checked={value.billableOnly}
            onChange={(isChecked) => set({ billableOnly: isChecked })}
          />
        </>
      )}
    </fieldset>
  );
}
