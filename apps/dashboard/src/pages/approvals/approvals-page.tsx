import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { PageHead } from "#screen/page-head.tsx";
import { BoardScreen } from "./board-screen.tsx";
import { useBoardWords } from "./board/use-board-words.ts";

export function ApprovalsPage() {
  const words = useBoardWords();
  const { shell } = useText();
  const { role, scopes, organization } = useMe();
  if (!scopes.includes("timesheets:approve")) return <PageHead lead={shell.notForRole(shell.roles[role])} />;
  const { approvals } = organization;
  if (approvals === null)
    return (
      <PageHead
        lead={
          <>
            {words.off} {scopes.includes("organization:write") && <Link href="/settings">{words.turnOn}</Link>}
          </>
        }
      />
    );
  return <BoardScreen approvals={approvals} />;
}
