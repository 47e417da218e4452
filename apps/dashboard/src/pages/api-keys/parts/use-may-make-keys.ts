import { useQuery } from "@tanstack/react-query";
import { organizationQuery, useMe } from "#api/queries.ts";

/** Whether the organization lets the person create keys; true until its settings have loaded. */
export function useMayMakeKeys(): boolean {
  const { role } = useMe();
  const organization = useQuery(organizationQuery).data;
  return role !== "member" || organization?.membersMayMakeKeys !== false;
}
