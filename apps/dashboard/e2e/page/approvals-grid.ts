import type { Locator, Page } from "@playwright/test";

/** A member's cell in the latest period, optionally with a certain status. */
export function cellOf(page: Page, name: string, state: string | RegExp = ""): Locator {
  const pattern = state instanceof RegExp ? state.source : state;
  return page.getByRole("gridcell", { name: new RegExp(`^${name}, .*${pattern}`) }).last();
}

export function selection(page: Page): Locator {
  return page.getByRole("toolbar", { name: "Selected timesheets" });
}
