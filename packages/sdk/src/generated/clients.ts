// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Client } from "./schemas.ts";

/** The query of `clients.list`. */
export interface ListClientsQuery {
  /** Only archived clients, or only active ones. */
  archived?: boolean | undefined;
  /** Part of the name, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `clients.create`. */
export interface CreateClientBody {
  /** Name of the client. */
  name: string;
  /** Free text; empty if there is none. */
  note?: string | null | undefined;
  /** Archived clients keep their projects but are not offered for selection. */
  archived?: boolean | undefined;
}

/** The body of `clients.update`. */
export interface UpdateClientBody {
  /** Name of the client. */
  name?: string | undefined;
  /** Free text; empty if there is none. */
  note?: string | null | undefined;
  /** Archived clients keep their projects but are not offered for selection. */
  archived?: boolean | undefined;
}

/** The operations of `stint.clients`. */
export class ClientsApi extends Resource {
  /**
   * List clients.
   *
   * Needs the scope `projects:read`.
   *
   * @example
   * for await (const each of stint.clients.list()) console.log(each);
   */
  list(query?: ListClientsQuery, options?: CallOptions): PageList<Client> {
    return this.client.list("/v1/clients", query, options);
  }

  /**
   * Create a client.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const client = await stint.clients.create({ name: "Acme", note: "Invoices on the 1st" });
   */
  create(body: CreateClientBody, options?: PostOptions): Promise<Client> {
    return this.client.post("/v1/clients", body, options);
  }

  /**
   * Get a client.
   *
   * Needs the scope `projects:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const client = await stint.clients.get("client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Client>): Promise<Client> {
    return this.client.get(path`/v1/clients/${id}`, undefined, options);
  }

  /**
   * Change a client.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const client = await stint.clients.update("client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { archived: true }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateClientBody, options?: ConditionalOptions): Promise<Client> {
    return this.client.send("PATCH", path`/v1/clients/${id}`, body, options);
  }

  /**
   * Delete a client that has no projects.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.clients.delete("client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/clients/${id}`, options);
  }
}
