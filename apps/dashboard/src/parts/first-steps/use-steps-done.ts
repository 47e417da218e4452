import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { defineQuery, useMe, useProjects } from "#api/queries.ts";
import { isSampleFile } from "./sample-data.ts";

type Step = "track" | "project" | "history" | "invite" | "approvals";

const rateQuery = defineQuery(["rates", "any"], async () => (await stint.rates.list({ limit: 1 })).data.length > 0);
const importQuery = defineQuery(["imports", "any"], async () =>
  (await stint.imports.list({ limit: 20 })).data.some((each) => each.status === "applied" && !isSampleFile(each)),
);
const teamQuery = defineQuery(
  ["members", "more than one"],
  async () => (await stint.members.list({ status: "active", limit: 2 })).data.length > 1,
);
const invitationQuery = defineQuery(
  ["invitations", "any"],
  async () => (await stint.invitations.list({ limit: 1 })).data.length > 0,
);

/** The first steps that the organization has done. Undefined until they have loaded. */
export function useStepsDone(hasTracked: boolean): ReadonlySet<Step> | undefined {
  const { organization, scopes } = useMe();
  const projects = useProjects();
  const team = useQuery({ ...teamQuery, enabled: scopes.includes("members:read") });
  const rate = useQuery({ ...rateQuery, enabled: scopes.includes("costs:read") });
  const imported = useQuery(importQuery);
  const invited = useQuery({ ...invitationQuery, enabled: scopes.includes("members:write") });
  if ([team, rate, imported, invited].some(({ isLoading }) => isLoading)) return undefined;
  const done: Record<Step, boolean> = {
    track: hasTracked,
    project: projects.length > 0 && rate.data === true,
    history: imported.data === true,
    invite: team.data === true || invited.data === true,
    approvals: organization.approvals !== null,
  };
  return new Set(Object.entries(done).flatMap(([step, isDone]) => (isDone ? [step as Step] : [])));
}
