import type { Project, CreateProjectBody } from "@stint/sdk";
import { flushSync } from "react-dom";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { HoursField, MoneyField, PercentsField } from "#parts/fields/typed-field.tsx";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { Segmented } from "#ui/choices/groups.tsx";
import { Button } from "#ui/button/button.tsx";
import { useFieldError } from "#ui/form/field-errors.ts";
import { Select } from "#ui/fields/select.tsx";
import { rateFieldId } from "./rate-field.tsx";
import classes from "./project-form.module.css";

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

const limitFieldId = "budget-limit";

interface Props {
  value: BudgetInput;
  onChange: (value: BudgetInput) => void;
}

interface LimitProps extends Props {
  /** The rate in the form. */
  rateMinor: number | undefined;
  /** Whether no rate can apply. */
  isUnpriced: boolean;
  /** Whether the form has a field for the rate. */
  canSetRate: boolean;
}

/** The kind, the limit and the period of a budget, with a warning if nothing would count towards it. */
export function BudgetFields({ value, onChange, rateMinor, isUnpriced, canSetRate }: LimitProps) {
  const format = useFormat();
  const words = useProjectWords();
  const { currency } = useMe().organization;
  const { kind, amountMinor, period } = value;
  const hasHours = kind === "amount" && amountMinor !== undefined && rateMinor !== undefined && rateMinor > 0;
  return (
    <fieldset>
      <legend>{words.budget}</legend>
      <div className={`wrap ${classes.budget}`}>
        <Segmented
          label={words.budgetKind}
          value={kind}
          options={Object.entries(words.budgetKinds) as [BudgetInput["kind"], string][]}
          onChange={(chosen) => {
            // The limit is typed next, and its field exists only after rendering.
            flushSync(() => onChange({ ...value, kind: chosen }));
            document.getElementById(limitFieldId)?.focus();
          }}
        />
        {kind !== "none" && (
          <div>
            <LimitField value={value} onChange={onChange} />
          </div>
        )}
        {kind !== "none" && (
          <Select
            label={words.period}
            hidesLabel
            value={period}
            options={Object.entries(words.periods)}
            onChange={(chosen) => onChange({ ...value, period: chosen as BudgetInput["period"] })}
          />
        )}
      </div>
      <p className="error">{useFieldError("budget")}</p>
      <p role="status" className="small">
        {hasHours &&
          words.aboutHours(format.number(Math.round(amountMinor / rateMinor)), format.money(rateMinor, currency))}
        {isUnpriced && <span className="warn">{words.unpriced[kind === "cost" ? "cost" : "amount"]}</span>}{" "}
        {isUnpriced && canSetRate && (
          <Button kind="link" onClick={() => document.getElementById(rateFieldId)?.focus()}>
            {words.setARate}
          </Button>
        )}
      </p>
    </fieldset>
  );
}

function LimitField({ value, onChange }: Props) {
  const format = useFormat();
  const { currency } = useMe().organization;
  const words = useProjectWords();
  if (value.kind === "time")
    return (
      <HoursField
        id={limitFieldId}
        label={words.limitHours}
        hidesLabel
        placeholder={format.duration(288_000)}
        value={value.seconds}
        onChange={(seconds) => onChange({ ...value, seconds })}
        invalid={words.notTime}
        required
        field="budget/seconds"
      />
    );
  return (
    <MoneyField
      id={limitFieldId}
      label={words.limit}
      hidesLabel
      placeholder={format.money(1_200_000, currency)}
      value={value.amountMinor}
      onChange={(amountMinor) => onChange({ ...value, amountMinor })}
      invalid={words.notMoney(currency)}
      required
      field="budget/amountMinor"
    />
  );
}

/** From when a budget counts, what counts, and what happens as it is used. */
export function BudgetDetails({ value, onChange }: Props) {
  const words = useProjectWords();
  const set = (part: Partial<BudgetInput>) => onChange({ ...value, ...part });
  return (
    <>
      <FormDateField
        label={words.startsOn}
        hint={words.startsOnHint}
        value={value.startsOn ?? ""}
        onChange={(day) => set({ startsOn: day === "" ? null : day })}
        field="budget/startsOn"
      />
      <div className="fields">
        <PercentsField
          label={words.alerts}
          hint={words.alertsHint}
          value={value.alertPercents}
          onChange={(alertPercents) => set({ alertPercents })}
          invalid={words.notAlerts}
          field="budget/alertPercents"
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
