import { stint } from "#api/connection/client.ts";
import { all, defineKeptQuery } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useNow } from "#state/use-now.ts";
import { wholeMinutes } from "#time/running-seconds.ts";

/** Everyone's running timers. Events keep them up to date. */
export const timersQuery = defineKeptQuery(["timers"], () => all(stint.timers.list()));

export function RunningFor({ since }: { since: string }) {
  const format = useFormat();
  const now = useNow(since);
  return <b className="live">{format.duration(wholeMinutes(Date.parse(since), now))}</b>;
}
