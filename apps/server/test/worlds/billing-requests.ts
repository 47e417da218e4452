import { anyApproval, newBillingBatch, newEntry, newRate } from "./factories.ts";
import type { Caller } from "./test-app.ts";

const batchInPath = async (caller: Caller) => ({ ids: { id: (await newBillingBatch(caller)).id } });

export const billingRequests = {
  listBillingBatches: async () => ({}),
  createBillingBatch: async (caller: Caller) => {
    const { projectId, taskId } = await newRate(caller);
    await newEntry(caller, { projectId, taskId });
    const filter = { projectId: [projectId], from: "2026-03-01", to: "2026-03-31", approval: anyApproval };
    return { body: { filter, reference: "2026-0042", billedOn: "2026-04-01" } };
  },
  getBillingBatch: batchInPath,
  deleteBillingBatch: batchInPath,
  getBillingBatchLines: batchInPath,
};
