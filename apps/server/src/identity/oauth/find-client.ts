import type { Database } from "#platform/database/database.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { invalid } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import { type ClientDocuments, documentAddress } from "./client-document.ts";
import { findRegisteredClient } from "./queries.ts";

export interface Client {
  id: string;
  /** The name that the program gave itself; nobody has verified it. */
  name: string;
  redirectUris: readonly string[];
}

export interface ClientDeps {
  db: Database;
  clientDocuments: ClientDocuments;
}

/**
 * Finds a client by its id, which is either the URL of its metadata document or an id from registration. Throws 422
 * if there is no such client.
 */
export async function findClient(orgId: string, id: string, { db, clientDocuments }: ClientDeps): Promise<Client> {
  const address = documentAddress(id);
  if (address === undefined) {
    const registered = asId(id) === "" ? undefined : await findRegisteredClient(db, id);
    if (registered === undefined)
      throw invalid(
        "/request",
        "unknown_client",
        "comes from a program that is not, or no longer, registered here. Remove the connection in the program, and add it again",
      );
    return { id, name: registered.name, redirectUris: registered.redirect_uris };
  }
  try {
    return { id, ...(await clientDocuments.read(orgId, address)) };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw invalid(
      "/request",
      "unreadable_client",
      `comes from a program whose description at ${address.href} could not be read: ${error.message}`,
    );
  }
}
