import type { Organization, UpdateOrganizationBody } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { organizationQuery, queryClient } from "#api/queries.ts";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";

type WithReauthentication = <Result>(action: () => Promise<Result>) => Promise<Result | undefined>;

const settings = {
  get: () => stint.organization.get(),
  async update(_id: string, fields: UpdateOrganizationBody, options: { ifMatch: { version: number } }) {
    const changed = await stint.organization.update(fields, options);
    // At once, because a quick undo would otherwise leave the sections with what was typed.
    queryClient.setQueryData(organizationQuery.queryKey, changed);
    return changed;
  },
};

/** Changes settings and offers to undo the change. The change and the undo can each require re-authentication. */
export function useOrganizationChange(
  organization: Organization,
  label: string,
  withReauthentication: WithReauthentication = (action) => action(),
) {
  const change = useChange();
  return (body: UpdateOrganizationBody, opened = organization): Promise<Organization> => {
    const { run, revert } = edit(settings, opened, body);
    return change({
      label,
      queries: ["organization", "me"],
      run,
      revert: (changed) => withReauthentication(() => revert(changed)),
    });
  };
}
