import type { Member } from "@stint/sdk";
import { useState } from "react";
import type { Role } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { RoleField } from "#pages/team/parts/role-field.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";

interface Props {
  member: Member;
  /** Receives the member as it was when the form opened. Resolves to false if the person cancels. */
  onSave: (opened: Member, role: Role) => Promise<boolean>;
  onClose: () => void;
}

export function RoleForm({ member, onSave, onClose }: Props) {
  const { shell } = useText();
  const words = useTeamWords();
  const [opened] = useState(member);
  const [role, setRole] = useState(opened.role);
  return (
    <FormDialog
      title={words.roleOf(opened.name)}
      submit={shell.save}
      onSend={async () => role === opened.role || (await onSave(opened, role))}
      onClose={onClose}
    >
      {(errorOf) => <RoleField role={role} error={errorOf("role")} onChange={setRole} />}
    </FormDialog>
  );
}
