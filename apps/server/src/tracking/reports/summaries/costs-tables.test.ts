import assert from "node:assert/strict";
import { test } from "node:test";
import { readCsv } from "#test/files/read-csv.ts";
import { isoText, readXlsx } from "#test/files/read-xlsx.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Json, newTestApp } from "#test/worlds/test-app.ts";

const path = "/v1/reports/costs";

function lineOf({ budget, ...project }: Json, currency: string): Record<string, string> {
  const unit = budget?.kind === "time" ? "Seconds" : "Minor";
  const figures: Record<string, string | number | null | undefined> = {
    ...project,
    currency,
    budgetKind: budget?.kind,
    budgetPeriod: budget?.period,
    budgetPeriodStart: budget?.periodStart,
    budgetPeriodEnd: budget?.periodEnd,
    budgetStatus: budget?.status,
    budgetUsedPercent: budget?.usedPercent,
    budgetExhaustsOn: budget?.forecast.exhaustsOn,
    budgetBasisFrom: budget?.forecast.basis.from,
    budgetBasisTo: budget?.forecast.basis.to,
    budgetBasisWorkingDays: budget?.forecast.basis.workingDays,
  };
  for (const [field, figure] of [
    ["Limit", budget?.limit],
    ["Used", budget?.used],
    ["UsedSoFar", budget?.usedSoFar],
    ["Remaining", budget?.remaining],
    ["Projected", budget?.forecast.projectedUsed],
  ] as const) {
    for (const one of ["Seconds", "Minor"]) figures[`budget${field}${one}`] = null;
    figures[`budget${field}${unit}`] = figure;
  }
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, String(figure ?? "")]));
}

const inOtherUnits = ["duration", "billableDuration", "amount", "cost", "margin"];

test("tables of costs have the rows, the order and the figures of the JSON", async () => {
  const { app, newOrganization } = await newTestApp({ now: () => new Date("2026-03-20T12:00:00Z") });
  const owner = await newOrganization();
  // Yen have no decimals.
  assert.equal((await owner.patch("/v1/organization", { currency: "JPY" })).status, 200);
  for (const [kind, rateMinor] of [
    ["billable", 9001],
    ["cost", 12_001],
  ] as const)
    await owner.post("/v1/rates", { kind, scope: "organization", rateMinor });
  const client = await owner.post("/v1/clients", { name: "Acme" });
  for (const [at, project] of [
    { name: "=1+1", clientId: client.json.id },
    { name: 'a "b", c', budget: { kind: "time", seconds: 7000, period: "monthly" } },
    { name: "@SUM(A1)", budget: { kind: "amount", amountMinor: 100_000, period: "weekly", startsOn: "2026-03-02" } },
    { name: "Ω", budget: { kind: "cost", amountMinor: 1, startsOn: "2026-01-01" } },
  ].entries())
    await newEntry(owner, await newProject(owner, project), { durationSeconds: 5400 - at });

  for (const query of ["from=2026-03-01&to=2026-03-31", "budgetStatus=none", "projectId=proj_0"]) {
    const { projects, currency, asOf } = (await owner.get(`${path}?${query}`)).json;
    const csv = await owner.get(`${path}?${query}&format=csv`);
    assert.equal(csv.headers["content-disposition"], `attachment; filename="costs-${asOf}.csv"`);
    const headers = { authorization: `Bearer ${owner.apiKey}` };
    const xlsx = await app.inject({ url: `${path}?${query}&format=xlsx`, headers });
    const { sheet, rows } = await readXlsx(xlsx.rawPayload);
    assert.equal(sheet, "Costs");
    const tables = { csv: readCsv(csv.text), xlsx: rows.map((row) => row.map(isoText)) };
    for (const [format, [names = [], ...lines]] of Object.entries(tables)) {
      const shown = lines.map((line) =>
        Object.fromEntries(
          names.map((name, at) => [name, line[at]] as const).filter(([name]) => !inOtherUnits.includes(name)),
        ),
      );
      // CSV prefixes formulas with an apostrophe, because a spreadsheet would execute them. Cells of .xlsx have the
      // data type text, so they need no apostrophe.
      const expected = projects.map((project: Json) => {
        const line = lineOf(project, currency);
        const guarded = /^[=@]/.test(project.name) ? `'${project.name}` : project.name;
        return format === "csv" ? { ...line, name: guarded } : line;
      });
      assert.deepEqual(shown, expected, `${format} ${query}`);
    }
    assert.ok(rows.slice(1).every((row) => row[1]?.type === "text"));
  }
  const [names = [], first = []] = readCsv((await owner.get(`${path}?format=csv`)).text);
  const shown = Object.fromEntries(names.map((name, at) => [name, first[at]]));
  // 1.5 hours × 9001 and × 12,001, both rounded half up.
  assert.deepEqual(
    inOtherUnits.map((name) => shown[name]),
    ["1:30:00", "1:30:00", "13502", "18002", "-4500"],
  );
});
