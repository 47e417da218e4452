import type { Stint } from "@stint/sdk";
import { TooOld } from "./connection/too-old.ts";
import { usualTask } from "@stint/grammar/choose-project.ts";

/** Returns the id of the project's task General. If the project has no such task, the server creates it. */
export async function generalTask(stint: Stint, projectId: string, key: string): Promise<string> {
  const idempotencyKey = `${key}-${projectId}`;
  try {
    return (await stint.tasks.ensureGeneral(projectId, { idempotencyKey })).taskId;
  } catch (error) {
    if (!(error instanceof TooOld)) throw error;
  }
  // An older server lacks this operation, so choose or create a task here. Creating one may fail, because that server
  // does not let everyone create tasks.
  const tasks = await Array.fromAsync(stint.tasks.list(projectId));
  const found = usualTask(tasks) ?? tasks.find(({ status }) => status === "open");
  const body = { name: "General" };
  return (found ?? (await stint.tasks.create(projectId, body, { idempotencyKey: `${idempotencyKey}-task` }))).id;
}
