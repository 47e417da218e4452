import type { Me, UpdateMeBody } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { meQuery, queryClient } from "#api/queries.ts";

let last: Promise<unknown> = Promise.resolve();

/**
 * Shows a change to what `GET /me` returns, sends it after the changes made before it, and then shows the server's
 * reply. Changes sent at once could arrive in another order, and an earlier one would then replace a later one. `body`
 * returns what to send once the earlier changes have been made. If the server refuses it, shows `undo` and throws.
 */
export async function changeMe(
  show: (me: Me) => Me,
  body: () => UpdateMeBody | Promise<UpdateMeBody>,
  undo: (me: Me) => Me,
): Promise<void> {
  const display = (change: (me: Me) => Me) => queryClient.setQueryData(meQuery.queryKey, (me) => me && change(me));
  // Cancels a read in flight, because it would restore the old value.
  void queryClient.cancelQueries(meQuery);
  display(show);
  const send = async () => stint.me.update(await body());
  const sent = last.then(send, send);
  last = sent;
  try {
    const changed = await sent;
    if (last === sent) display(() => changed);
  } catch (error) {
    display(undo);
    throw error;
  }
}
