import { test } from "node:test";
import { checkTotals, zones } from "./check-totals.ts";

// The other zones are in totals.endurance.test.ts.
const at = zones.indexOf("Australia/Lord_Howe");

test(`a figure equals the sum of its entries, its CSV, its workbook and the project's page: ${zones[at]}`, () =>
  checkTotals(at));
