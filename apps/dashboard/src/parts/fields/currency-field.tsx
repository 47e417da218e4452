import { useMemo, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { LongSelect, type LongSelectProps } from "#ui/choices/long-select.tsx";
import type { Option } from "#ui/fields/select.tsx";
import { useChoicesWords } from "./use-choices-words.ts";

interface Props extends Omit<LongSelectProps, "nothing" | "options" | "value" | "onChange"> {
  defaultValue: string;
}

export function CurrencyField({ defaultValue, ...props }: Props) {
  const { locale } = useSettings();
  const [currency, setCurrency] = useState(defaultValue);
  const words = useChoicesWords();
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "currency" });
    // Includes the current value, because the server may know currencies that the browser doesn't.
    const codes = new Set([...Intl.supportedValuesOf("currency"), defaultValue]);
    return [...codes].map((code): Option => [code, `${code} – ${names.of(code)}`]);
  }, [locale, defaultValue]);
  return (
    <LongSelect nothing={words.noCurrency} {...props} value={currency} onChange={setCurrency} options={currencies} />
  );
}
