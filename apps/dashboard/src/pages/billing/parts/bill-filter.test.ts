import assert from "node:assert/strict";
import { test } from "node:test";
import { billAddress, readBillFilter, toApiFilter } from "./bill-filter.ts";

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
