import type { Me } from "@stint/sdk";
import { meQuery, queryClient } from "#api/queries.ts";
import { isSessionMarkedOver, pendingSignOut } from "#device/leaving.ts";

/** Back can restore a page as it was. Shows such a page only once it is certain that its person is still signed in. */
export function guardRestoredPages(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void guard();
  });
}

async function guard(): Promise<void> {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me === undefined) return;
  document.body.hidden = true;
  const placeOf = ({ user, organization }: Me) => `${user.id} ${organization.id}`;
  const isTheirs = await fetch("/v1/me", { cache: "no-store", signal: AbortSignal.timeout(5000) })
    .then(async (reply) => reply.status !== 401 && (!reply.ok || placeOf((await reply.json()) as Me) === placeOf(me)))
    // If the server can't be reached, nobody else can have signed in here.
    .catch(() => pendingSignOut() === undefined && !isSessionMarkedOver());
  if (isTheirs) document.body.hidden = false;
  else location.reload();
}
