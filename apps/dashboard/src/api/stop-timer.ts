import type { Stint } from "@stint/sdk";

/** Stops the member's timer that started at `startedAt`. Throws if it has ended, even if another timer runs now. */
export async function stopTimer(stint: Stint, userId: string, startedAt: string, endedAt?: Date): Promise<void> {
  const [running] = (await stint.timers.list({ userId })).data;
  const isIt = running !== undefined && Date.parse(running.startedAt) === Date.parse(startedAt);
  // No timer has the ETag "none", so the server stops nothing and replies with the reason.
  await stint.timers.stop(userId, endedAt === undefined ? {} : { endedAt }, isIt ? {} : { ifMatch: '"none"' });
}
