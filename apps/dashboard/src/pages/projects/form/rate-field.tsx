import { useQuery } from "@tanstack/react-query";
import { clock } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { newestRatesQuery } from "#api/rates-of.ts";
import { MoneyField } from "#parts/fields/typed-field.tsx";
import { useFormat } from "#i18n/format.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { dayOf } from "#time/zoned.ts";

interface Props {
  value: number | undefined;
  onChange: (rateMinor: number | undefined) => void;
  required?: boolean;
}

export const rateFieldId = "project-rate";

/** The hourly rate of a new project. Without one, the organization's rate applies, which the hint shows. */
export function RateField(props: Props) {
  const format = useFormat();
  const words = useProjectWords();
  const { currency, timeZone } = useMe().organization;
  const today = dayOf(clock.now(), timeZone);
  const [general] = (useQuery(newestRatesQuery).data ?? [])
    .filter(
      ({ kind, scope, effectiveFrom }) => kind === "billable" && scope === "organization" && effectiveFrom <= today,
    )
    .toSorted((left, right) => right.effectiveFrom.localeCompare(left.effectiveFrom));
  return (
    <MoneyField
      {...props}
      field="rateMinor"
      id={rateFieldId}
      label={words.rate}
      hint={general === undefined ? words.rateHint : words.rateInstead(format.money(general.rateMinor, currency))}
      invalid={words.notMoney(currency)}
    />
  );
}
