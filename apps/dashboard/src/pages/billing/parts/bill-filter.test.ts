import assert from "node:assert/strict";
import { test } from "node:test";
import { billAddress, noBillFilter, readBillFilter, toApiFilter, unapprovedQuery } from "./bill-filter.ts";

test("an address has the filter under the API's names, and leads back to it", () => {
  const filter = { clientId: ["client_1"], projectId: ["proj_1", "proj_2"], from: "2026-03-01", isApprovedOnly: false };
  const address = billAddress(filter);
  assert.equal(
    address,
    "/billing/new?clientId=client_1&projectId=proj_1&projectId=proj_2&from=2026-03-01&approval=any",
  );
  const read = readBillFilter(new URLSearchParams(address.split("?")[1]));
  assert.deepEqual(read, { ...filter, userId: [], teamId: [], to: "" });
  assert.deepEqual(toApiFilter(read), {
    clientId: ["client_1"],
    projectId: ["proj_1", "proj_2"],
    from: "2026-03-01",
    approval: ["open", "submitted", "approved", "rejected"],
  });
  assert.equal(billAddress({}), "/billing/new");
  assert.deepEqual(toApiFilter(readBillFilter(new URLSearchParams("projectId=proj_1,proj_2"))), {
    projectId: ["proj_1", "proj_2"],
  });
});

test("only time since approvals began can lack one", () => {
  const since = (from: string, to: string) =>
    unapprovedQuery({ ...noBillFilter, from, to }, ["project"], { from: "2026-03-01" });
  assert.equal(since("", "")?.from, "2026-03-01");
  assert.equal(since("2026-02-01", "2026-03-01")?.from, "2026-03-01");
  assert.equal(since("2026-04-01", "")?.from, "2026-04-01");
  assert.equal(since("2026-02-01", "2026-02-28"), undefined);
  assert.equal(unapprovedQuery(noBillFilter, ["project"], null), undefined);
});
