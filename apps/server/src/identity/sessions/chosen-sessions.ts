import { sql } from "#platform/database/database.ts";

/** One session, all but one, or all. */
export interface Chosen {
  only?: string;
  except?: string;
}

export const isChosen = ({ only = null, except = null }: { only?: string | null; except?: string | null }) => sql`
  (${only}::text is null or session_id = ${only}) and session_id is distinct from ${except}::text`;

export const organizationsOf = (userId: string) =>
  sql`any (select m.org_id from members m where m.user_id = ${userId})`;
