import { test } from "node:test";
import { checkTotals, zones } from "./check-totals.ts";

for (const [at, zone] of zones.entries())
  test(`a figure equals the sum of its entries, its CSV, its workbook and the project's page: ${zone}`, () =>
    checkTotals(at));
