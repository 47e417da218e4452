import type { Person } from "../page/journey.ts";

const reference = "2025-0042";

/** Returns the id of a batch with a one-hour entry in March 2025. Creates the batch on the first call. */
export async function billedBatch({ stint, project, taskId }: Person): Promise<string> {
  const [known] = (await stint.billingBatches.list()).data.filter(({ reference: name }) => name === reference);
  if (known !== undefined) return known.id;
  const startedAt = "2025-03-03T09:00:00Z";
  await stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 3600 });
  const filter = { from: "2025-03-01", to: "2025-03-31", approval: ["open"] as const };
  const batch = await stint.billingBatches.create({ filter, reference, includeUnrated: true });
  if ("dryRun" in batch) throw new Error("billing returns the batch");
  return batch.id;
}
