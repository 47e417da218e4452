import type { Project } from "@stint/sdk";
import { useText } from "#i18n/text.ts";
import { useUndoable } from "#state/undo.ts";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { CopyCallItems } from "#screen/screen-menu.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import type { ProjectDialog } from "./project-dialogs.tsx";
import type { ProjectActions } from "./use-project-actions.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";

interface Props {
  project: Project;
  canWrite: boolean;
  actions: ProjectActions;
  onDialog: (dialog: ProjectDialog) => void;
  onCopied?: (id: string) => void;
  /** Whether the menu is on the project's own screen rather than in a row of the list. */
  isOfScreen?: boolean;
}

export function ProjectMenu({ project, canWrite, actions, onDialog, onCopied, isOfScreen = false }: Props) {
  const { shell } = useText();
  const words = useProjectWords();
  const { fail } = useUndoable();
  const { id, name, status } = project;
  const call = { operation: "projects.get", ids: [id] } as const;
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
      {canWrite && <MenuItem onClick={() => onDialog({ kind: "delete", project })}>{shell.delete}</MenuItem>}
      {isOfScreen && <CopyCallItems call={call} />}
    </MoreMenu>
  );
}
