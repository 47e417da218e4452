import type { CreateClientBody, UpdateClientBody } from "@stint/sdk";
import { useMemo } from "react";
import { stint } from "#api/connection/client.ts";
import type { Customer } from "#api/queries.ts";
import { edit } from "#state/edit.ts";
import { fieldsOf } from "#state/fields-of.ts";
import { useChange } from "#state/use-change.ts";
import { useClientWords } from "./use-client-words.ts";

/** Undoable changes to clients. */
export function useClientActions() {
  const words = useClientWords();
  const change = useChange();
  return useMemo(() => {
    const queries = ["clients", "projects"] as const;
    const update = (client: Customer, fields: UpdateClientBody, label: string) =>
      change({ label, queries, ...edit(stint.clients, client, fields) });
    return {
      save: (client: Customer | undefined, fields: CreateClientBody) =>
        client === undefined
          ? change({
              label: words.created,
              queries,
              run: () => stint.clients.create(fields),
              revert: ({ id }) => stint.clients.delete(id),
            })
          : update(client, fields, words.changed),
      setArchived: (client: Customer, archived: boolean) =>
        update(client, { archived }, archived ? words.archived : words.unarchived),
      remove: (client: Customer) =>
        change({
          label: words.deleted,
          queries,
          run: () => stint.clients.delete(client.id),
          revert: () => stint.clients.create(fieldsOf(client)),
        }),
    };
  }, [change, words]);
}
