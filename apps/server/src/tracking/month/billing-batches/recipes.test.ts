import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readCsv } from "#test/files/read-csv.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { newBillingWorld, ok, path } from "#test/worlds/billing-world.ts";
import type { Json } from "#test/worlds/test-app.ts";

const hasJq = spawnSync("jq", ["--version"]).status === 0;
const text = await readFile(join(import.meta.dirname, "../../../../../../docs/use/invoicing.md"), "utf8");

/** Runs the command printed under a heading of docs/use/invoicing.md, with the lines as its input file. */
function runRecipe(name: string, lines: Json): string {
  const [, command = ""] = new RegExp(`### ${name}\\n[^]*?\`\`\`sh\\n([^]*?)\`\`\``).exec(text) ?? assert.fail(name);
  const script = command.replace(/ lines\.json( > \S+)?\n$/, "\n");
  assert.notEqual(script, command);
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    input: JSON.stringify(lines),
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

function rowsOf(csv: string): { columns: string[]; rows: Record<string, string>[] } {
  const [columns = [], ...rows] = readCsv(csv.endsWith("\r\n") ? csv : csv.replaceAll("\n", "\r\n"));
  return { columns, rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ""]))) };
}

/** The amount that a program calculates for a line: quantity times price, rounded to cents. */
const cents = (quantity: unknown, price: unknown) =>
  Math.round(Number((Number(quantity) * Number(price) * 100).toFixed(4)));
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The lines of a client's batch. The names need quoting in CSV, and two of the three amounts are not exact. */
async function newLines(): Promise<Json> {
  const { owner, clients } = await newBillingWorld();
  const quoted = await newProject(owner, { name: 'Umbau "Süd", Teil 2', clientId: clients[0] });
  await newEntry(owner, quoted, { startedAt: "2026-03-06T09:00:00Z", durationSeconds: 1200 });
  const filter = { clientId: [clients[0]], from: "2026-03-01", to: "2026-03-31" };
  const batch = ok(await owner.post(path, { filter, reference: "2026-0042", billedOn: "2026-04-01" }));
  const lines = ok(await owner.get(`${path}/${batch.id}/lines?groupBy=client,project,task`));
  assert.deepEqual(lines.data.map(({ exact }: Json) => exact).toSorted(), [false, false]);
  return { ...lines, data: [...lines.data, await exactLine(lines.data[0])] };
}

/** Half an hour at 90.00, an amount that every program computes exactly. */
function exactLine(line: Json): Json {
  return { ...line, taskName: "Review", quantity: "0.50", unitPriceMinor: 9000, amountMinor: 4500, exact: true };
}

// These are the columns of InvoiceMap.php, as of November 2026.
test("the recipe for Invoice Ninja makes one draft whose lines add up", { skip: !hasJq }, async () => {
  const lines = await newLines();
  const { columns, rows } = rowsOf(runRecipe("Invoice Ninja", lines));
  assert.deepEqual(columns, [
    "invoice.number",
    "client.name",
    "invoice.date",
    "invoice.status",
    "item.product_key",
    "item.notes",
    "item.quantity",
    "item.cost",
  ]);
  assert.equal(rows.length, lines.data.length);
  for (const row of rows) {
    assert.deepEqual(
      [row["invoice.number"], row["invoice.date"], row["invoice.status"]],
      ["2026-0042", "2026-04-01", "draft"],
    );
    assert.match(`${row["item.quantity"]} ${row["item.cost"]}`, /^\d+(\.\d+)? \d+(\.\d{1,2})?$/);
  }
  const amounts = rows.map((row) => cents(row["item.quantity"], row["item.cost"]));
  assert.deepEqual(
    amounts,
    lines.data.map(({ amountMinor }: Json) => amountMinor),
  );
  assert.ok(rows.some((row) => row["item.product_key"] === 'Umbau "Süd", Teil 2'));
});

// These are the columns of the data set `InvoiceLine` in modFacture.class.php, as of November 2026.
test("the recipe for Dolibarr makes lines of an invoice that add up", { skip: !hasJq }, async () => {
  const lines = await newLines();
  const { columns, rows } = rowsOf(runRecipe("Dolibarr", lines));
  const required = ["fd.fk_facture", "fd.description", "fd.tva_tx"];
  assert.deepEqual(columns, [...required, "fd.qty", "fd.subprice", "fd.total_ht", "fd.product_type"]);
  for (const row of rows) {
    for (const name of required) assert.notEqual(row[name], "", name);
    assert.equal(cents(row["fd.qty"], row["fd.subprice"]), cents(1, row["fd.total_ht"]));
    assert.equal(row["fd.product_type"], "1", "a service");
  }
  const amounts = rows.map((row) => cents(1, row["fd.total_ht"]));
  assert.equal(sum(amounts), sum(lines.data.map(({ amountMinor }: Json) => amountMinor)));
});

test("the recipe for Lexware makes an invoice whose lines add up", { skip: !hasJq }, async () => {
  const lines = await newLines();
  const invoice = JSON.parse(runRecipe("Lexware", lines));
  assert.match(invoice.voucherDate, /^2026-04-01T00:00:00\.000\+0[12]:00$/);
  for (const { type, name, quantity, unitName, unitPrice } of invoice.lineItems) {
    assert.deepEqual([type, typeof name, typeof quantity, typeof unitName], ["custom", "string", "number", "string"]);
    assert.deepEqual(
      [unitPrice.currency, typeof unitPrice.netAmount, unitPrice.taxRatePercentage],
      ["EUR", "number", 19],
    );
  }
  const amounts = invoice.lineItems.map(({ quantity, unitPrice }: Json) => cents(quantity, unitPrice.netAmount));
  assert.deepEqual(
    amounts,
    lines.data.map(({ amountMinor }: Json) => amountMinor),
  );
});

test("the table of lines has decimals with a point that add up to the batch", async () => {
  const { owner, clients } = await newBillingWorld();
  const filter = { clientId: [clients[0]] };
  const batch = ok(await owner.post(path, { filter, reference: "2026-0042", billedOn: "2026-04-01" }));
  const { rows } = rowsOf((await owner.get(`${path}/${batch.id}/lines?groupBy=entry&format=csv`)).text);
  for (const row of rows)
    assert.match(`${row["quantity"]} ${row["unitPrice"]} ${row["amount"]}`, /^\d+\.\d\d \d+\.\d\d \d+\.\d\d$/);
  assert.equal(sum(rows.map((row) => cents(1, row["amount"]))), batch.totals.amountMinor);
  assert.equal(sum(rows.map((row) => cents(1, row["quantity"]))), Math.round(batch.totals.billableSeconds / 36));
});
