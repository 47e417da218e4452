import { useSettings } from "#state/settings/settings.ts";
import { periodName, type SheetPeriod } from "./period-name.ts";

export function usePeriodName(length: "long" | "short" = "long"): (period: SheetPeriod) => string {
  const { locale } = useSettings();
  return (period) => periodName(period, locale, length);
}
