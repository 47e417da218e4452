// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Team } from "./schemas.ts";

/** The query of `teams.list`. */
export interface ListTeamsQuery {
  /** Part of the name, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `teams.create`. */
export interface CreateTeamBody {
  /** Name of the team. */
  name: string;
  /** The members whose time the leads can read and write, including time from before they joined the team. */
  memberIds?: readonly string[] | null | undefined;
  /** The leads of the team: members with the role `member` or higher. While a lead is deactivated or a viewer, they have no rights over the team. */
  leadIds?: readonly string[] | null | undefined;
  /** Whether leads see `rateMinor`, `rateSource` and `amountMinor` of the members' entries. Leads never see costs, margins and budgets. */
  showsMoney?: boolean | undefined;
}

/** The body of `teams.update`. */
export interface UpdateTeamBody {
  /** Name of the team. */
  name?: string | undefined;
  /** The members whose time the leads can read and write, including time from before they joined the team. */
  memberIds?: readonly string[] | null | undefined;
  /** The leads of the team: members with the role `member` or higher. While a lead is deactivated or a viewer, they have no rights over the team. */
  leadIds?: readonly string[] | null | undefined;
  /** Whether leads see `rateMinor`, `rateSource` and `amountMinor` of the members' entries. Leads never see costs, margins and budgets. */
  showsMoney?: boolean | undefined;
}

/** The operations of `stint.teams`. */
export class TeamsApi extends Resource {
  /**
   * List teams, newest first.
   *
   * Members get only the teams that they lead.
   *
   * Needs the scope `teams:read`.
   *
   * @example
   * for await (const each of stint.teams.list()) console.log(each);
   */
  list(query?: ListTeamsQuery, options?: CallOptions): PageList<Team> {
    return this.client.list("/v1/teams", query, options);
  }

  /**
   * Create a team.
   *
   * Needs the scope `teams:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const team = await stint.teams.create({ name: "Design", memberIds: [], leadIds: [] });
   */
  create(body: CreateTeamBody, options?: PostOptions): Promise<Team> {
    return this.client.post("/v1/teams", body, options);
  }

  /**
   * Get a team.
   *
   * Needs the scope `teams:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const team = await stint.teams.get("team_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Team>): Promise<Team> {
    return this.client.get(path`/v1/teams/${id}`, undefined, options);
  }

  /**
   * Change a team.
   *
   * From their next request on, leads can access the time of added members and can no longer access that of removed members. `memberIds` and `leadIds` replace the whole lists.
   *
   * Needs the scope `teams:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const team = await stint.teams.update("team_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { showsMoney: true }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateTeamBody, options?: ConditionalOptions): Promise<Team> {
    return this.client.send("PATCH", path`/v1/teams/${id}`, body, options);
  }

  /**
   * Delete a team.
   *
   * Its members and their time are kept.
   *
   * Needs the scope `teams:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.teams.delete("team_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/teams/${id}`, options);
  }
}
