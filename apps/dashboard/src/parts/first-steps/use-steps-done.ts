import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { useMembersQuery } from "#api/people.ts";
import { defineQuery, useMe, useProjects } from "#api/queries.ts";
import { isSampleFile } from "./sample-data.ts";

type Step = "track" | "project" | "history" | "invite" | "approvals";

const rateQuery = defineQuery(["rates", "any"], async () => (await stint.rates.list({ limit: 1 })).data.length > 0);
const importQuery = defineQuery(["imports", "any"], async () =>
  (await stint.imports.list({ limit: 20 })).data.some((each) => each.status === "applied" && !isSampleFile(each)),
);
const invitationQuery = defineQuery(
  ["invitations", "any"],
  async () => (await stint.invitations.list({ limit: 1 })).data.length > 0,
);

/** The first steps that the organization has done. Undefined until they have loaded. */
export function useStepsDone(hasTracked: boolean): ReadonlySet<Step> | undefined {
  const { organization, scopes } = useMe();
  const projects = useProjects();
  const members = useMembersQuery();
  const rate = useQuery({ ...rateQuery, enabled: scopes.includes("costs:read") });
  const imported = useQuery(importQuery);
  const invited = useQuery({ ...invitationQuery, enabled: scopes.includes("members:write") });
  if ([members, rate, imported, invited].some(({ isLoading }) => isLoading)) return undefined;
  const isInTeam = (members.data ?? []).filter(({ status }) => status === "active").length > 1;
  const done: Record<Step, boolean> = {
    track: hasTracked,
    project: projects.length > 0 && rate.data === true,
    history: imported.data === true,
    invite: isInTeam || invited.data === true,
    approvals: organization.approvals !== null,
  };
  return new Set(Object.entries(done).flatMap(([step, isDone]) => (isDone ? [step as Step] : [])));
}
