import assert from "node:assert/strict";
import { test } from "node:test";
import { billAddress, type BillFilter, readBillFilter, toApiFilter, unapprovedQuery } from "./bill-filter.ts";

const read = (search: string) => readBillFilter(new URLSearchParams(search), "2026-03-20");

test("a bill ends today unless a later day is chosen, so that it has no planned time", () => {
  const days = ({ from, to }: BillFilter) => [from, to];
  assert.deepEqual(days(read("")), ["", "2026-03-20"]);
  assert.deepEqual(days(read("from=2026-03-01&to=")), ["2026-03-01", "2026-03-20"]);
  assert.deepEqual(days(read("to=2026-04-30")), ["", "2026-04-30"]);
  assert.deepEqual(days(read("from=2026-04-01")), ["2026-04-01", "2026-04-01"]);
});

test("an address has the filter under the API's names, and leads back to it", () => {
  const filter = { clientId: ["client_1"], projectId: ["proj_1", "proj_2"], from: "2026-03-01", isApprovedOnly: false };
  const address = billAddress(filter);
  assert.equal(
    address,
    "/billing/new?clientId=client_1&projectId=proj_1&projectId=proj_2&from=2026-03-01&approval=any",
  );
  const found = read(address.split("?")[1] ?? "");
  assert.deepEqual(found, { ...filter, userId: [], teamId: [], to: "2026-03-20" });
  assert.deepEqual(toApiFilter(found), {
    clientId: ["client_1"],
    projectId: ["proj_1", "proj_2"],
    from: "2026-03-01",
    to: "2026-03-20",
    approval: ["open", "submitted", "approved", "rejected"],
  });
  assert.equal(billAddress({}), "/billing/new");
  assert.deepEqual(toApiFilter(read("projectId=proj_1,proj_2")), {
    projectId: ["proj_1", "proj_2"],
    to: "2026-03-20",
  });
});

test("only time since approvals began can lack one", () => {
  const since = (from: string, to: string) =>
    unapprovedQuery({ ...read(""), from, to }, ["project"], { from: "2026-03-01" });
  assert.equal(since("", "2026-05-01")?.from, "2026-03-01");
  assert.equal(since("2026-02-01", "2026-03-01")?.from, "2026-03-01");
  assert.equal(since("2026-04-01", "2026-05-01")?.from, "2026-04-01");
  assert.equal(since("2026-02-01", "2026-02-28"), undefined);
  assert.equal(unapprovedQuery(read(""), ["project"], null), undefined);
});
