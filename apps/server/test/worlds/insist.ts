import { waitFor } from "#test/databases/hold.ts";
import type { Answer } from "./answer.ts";

/**
 * Repeats the request while it is refused with 503, as clients do. For example, changes of rules and submissions wait
 * only two seconds for locks, which may be too short on a busy machine.
 */
export async function insist(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send();
  await waitFor(async () => answer.status !== 503 || (answer = await send()).status !== 503);
  return answer;
}
