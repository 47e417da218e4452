import type { Locator, Page } from "@playwright/test";

/** Seconds and cents. Screens show whole minutes, so all durations must be whole minutes. */
export interface Sums {
  seconds: number;
  billableSeconds: number;
  amountMinor: number;
}

/** Converts `7:45` to seconds. */
export function readDuration(text: string): number {
  if (text === "–") return 0;
  const [, hours, minutes] = /^([\d,]+):(\d\d)$/.exec(text) ?? [];
  if (hours === undefined) throw new Error(`not a duration: ${text}`);
  return Number(hours.replaceAll(",", "")) * 3600 + Number(minutes) * 60;
}

/** Converts `€1,234.50` to cents. */
export function readMoney(text: string): number {
  const [, units, cents] = /^€([\d,]+)\.(\d\d)$/.exec(text) ?? [];
  if (units === undefined) throw new Error(`not an amount: ${text}`);
  return Number(units.replaceAll(",", "")) * 100 + Number(cents);
}

/** Sums the cells in these rows. */
export async function readCells(rows: Locator, duration: string): Promise<Sums> {
  const add = async (label: string, read: (text: string) => number) =>
    (await rows.locator(`[data-label="${label}"]`).allTextContents()).reduce((sum, text) => sum + read(text), 0);
  return {
    seconds: await add(duration, readDuration),
    billableSeconds: await add("Billable", readDuration),
    amountMinor: await add("Amount", readMoney),
  };
}

export async function readTotals(page: Page): Promise<Sums> {
  const figures = page.getByRole("region", { name: "Total", exact: true });
  const figure = (label: string) =>
    figures
      .locator("div", { has: page.getByText(label, { exact: true }) })
      .getByRole("definition")
      .textContent();
  return {
    seconds: readDuration((await figure("Tracked")) ?? ""),
    billableSeconds: readDuration((await figure("Billable")) ?? ""),
    amountMinor: readMoney((await figure("Amount")) ?? ""),
  };
}
