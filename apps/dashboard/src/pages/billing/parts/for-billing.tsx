import type { ReactNode } from "react";
import type { Scope } from "#api/scopes.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { PageHead } from "#screen/page-head.tsx";

/** Shows a billing screen, or a note that the person's role has no access. */
export function ForBilling({ needs, children }: { needs: Scope; children: ReactNode }) {
  const { shell } = useText();
  const { scopes, role } = useMe();
  return scopes.includes(needs) ? children : <PageHead lead={shell.notForRole(shell.roles[role])} />;
}
