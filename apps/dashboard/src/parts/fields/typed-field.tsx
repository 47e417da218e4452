import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { toDecimal } from "#i18n/formats/decimal.ts";
import { parseMoney } from "#i18n/formats/parse-money.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { parseDuration } from "@stint/grammar/parse-duration.ts";

interface Props<Value> {
  label: string;
  hidesLabel?: boolean;
  hint?: ReactNode;
  placeholder?: string;
  id?: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** The validation message for text that can't be parsed. */
  invalid: string;
  required?: boolean;
  autoFocus?: boolean;
  field?: string;
}

interface Typed<Value> {
  show: (value: Value) => string;
  parse: (typed: string) => Value | undefined;
  echo: (value: Value) => string;
}

/** A form field for freely typed text, which shows how the text was understood. */
function TypedField<Value>(props: Props<Value> & Typed<Value>) {
  const { label, hint, value, onChange, invalid, show, parse, echo, autoFocus = false, ...input } = props;
  const [typed, setTyped] = useState(() => (value === undefined ? "" : show(value)));
  const parsed = parse(typed);
  const isWrong = typed.trim() !== "" && parsed === undefined;
  const ref = useRef<HTMLInputElement>(null);
  // While a custom validity message is set, the browser blocks submission and shows the message.
  useEffect(() => ref.current?.setCustomValidity(isWrong ? invalid : ""), [isWrong, invalid]);
  return (
    <TextInput
      {...input}
      ref={ref}
      label={label}
      hint={parsed === undefined || typed === show(parsed) ? hint : `= ${echo(parsed)}`}
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
      value={typed}
      error={isWrong && invalid}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(currentTarget.value.trim() === "" ? undefined : parse(currentTarget.value));
      }}
    />
  );
}

/** An amount in the organization's currency, in minor units. */
export function MoneyField(props: Props<number>) {
  const format = useFormat();
  const { locale } = useSettings();
  const { currency } = useMe().organization;
  const digits = currencyDecimals(currency);
  const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, useGrouping: false });
  return (
    <TypedField
      {...props}
      show={(minor) => plain.format(toDecimal(minor, digits))}
      parse={(typed) => parseMoney(typed, locale, currency)}
      echo={(minor) => format.money(minor, currency)}
    />
  );
}

/** A duration in seconds. */
export function HoursField(props: Props<number>) {
  const format = useFormat();
  return <TypedField {...props} show={format.duration} parse={parseDuration} echo={format.duration} />;
}

/** Percentages, separated by commas. */
export function PercentsField(props: Props<readonly number[]>) {
  const format = useFormat();
  return (
    <TypedField
      {...props}
      show={(percents) => percents.join(", ")}
      parse={parsePercents}
      echo={(percents) => format.list(percents.map((each) => format.percent(each / 100)))}
    />
  );
}

function parsePercents(typed: string): readonly number[] | undefined {
  const numbers = typed
    .split(/[\s,;%]+/)
    .filter(Boolean)
    .map(Number);
  const isRight = numbers.every((each) => Number.isInteger(each) && each >= 1 && each <= 1000);
  return isRight && numbers.length <= 10 ? [...new Set(numbers)].toSorted((left, right) => left - right) : undefined;
}
