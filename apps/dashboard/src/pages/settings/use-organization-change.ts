import type { Organization, UpdateOrganizationBody } from "@stint/sdk";
import { stint } from "#api/client.ts";
import { useChange } from "#state/use-change.ts";

type WithReauthentication = <Result>(action: () => Promise<Result>) => Promise<Result | undefined>;

/** Changes settings and offers to undo the change. The change and the undo can each require re-authentication. */
export function useOrganizationChange(
  organization: Organization,
  label: string,
  withReauthentication: WithReauthentication = (action) => action(),
) {
  const change = useChange();
  return (body: UpdateOrganizationBody): Promise<Organization> => {
    const former = Object.fromEntries(
      Object.keys(body).map((name) => [name, organization[name as keyof UpdateOrganizationBody]]),
    );
    return change({
      label,
      queries: ["organization", "me"],
      run: () => stint.organization.update(body, { ifMatch: organization }),
      revert: (changed) => withReauthentication(() => stint.organization.update(former, { ifMatch: changed })),
    });
  };
}
