import type { Project } from "@stint/sdk";
import { useText } from "#api/settings.ts";
import { useUndoable } from "#api/undo.tsx";
import { CopyCallItems } from "#pages/parts/copy-as-call.tsx";
import { MoreMenu } from "#pages/parts/more-menu.tsx";
import { MenuItem } from "#ui/menu.tsx";
import type { ProjectDialog } from "./project-dialogs.tsx";
import type { ProjectActions } from "./use-project-actions.ts";
import { useProjectWords } from "./use-project-words.ts";

interface Props {
  project: Project;
  canWrite: boolean;
  actions: ProjectActions;
  onDialog: (dialog: ProjectDialog) => void;
  onCopied?: (id: string) => void;
}

/** The actions on a project, in the list and on its own screen. */
export function ProjectMenu({ project, canWrite, actions, onDialog, onCopied }: Props) {
  const { shell } = useText();
  const words = useProjectWords();
  const { fail } = useUndoable();
  const { id, name, status } = project;
  const call = { operation: "projects.get", method: "GET", path: `/v1/projects/${id}`, ids: [id] } as const;
  return (
    <MoreMenu label={shell.more(name)}>
      {canWrite && (
        <>
          <MenuItem onClick={() => onDialog({ kind: "form", project })}>{shell.edit}</MenuItem>
          <MenuItem onClick={() => void actions.copy(project).then((copy) => onCopied?.(copy.id), fail)}>
            {words.copy}
          </MenuItem>
          <MenuItem onClick={() => void actions.setArchived(project, status === "active").catch(fail)}>
            {status === "active" ? shell.archive : shell.unarchive}
          </MenuItem>
        </>
      )}
      <CopyCallItems call={call} />
      {canWrite && <MenuItem onClick={() => onDialog({ kind: "delete", project })}>{shell.delete}</MenuItem>}
    </MoreMenu>
  );
}
