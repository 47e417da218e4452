import type { Project } from "@stint/sdk";
import { useText } from "#i18n/text.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import type { ProjectActions } from "./use-project-actions.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";

const ProjectForm = apart(() => import("./form/project-form.tsx").then((m) => m.ProjectForm)).show;

export type ProjectDialog = { kind: "form"; project: Project | undefined } | { kind: "delete"; project: Project };

interface Props {
  dialog: ProjectDialog | undefined;
  /** The preselected client of a new project. */
  clientId?: string | undefined;
  actions: ProjectActions;
  onCreated?: ((id: string) => void) | undefined;
  onDeleted?: () => void;
  onClose: () => void;
}

export function ProjectDialogs({ dialog, clientId = "", actions, onCreated, onDeleted, onClose }: Props) {
  const { shell } = useText();
  const words = useProjectWords();
  if (dialog === undefined) return null;
  const { project } = dialog;
  if (dialog.kind === "delete")
    return (
      <ConfirmDialog
        title={words.deleteTitle(dialog.project.name)}
        lead={words.deleteLead}
        label={shell.delete}
        onConfirm={() => actions.remove(dialog.project).then(onDeleted)}
        instead={
          dialog.project.status === "archived"
            ? undefined
            : { label: shell.archive, run: () => actions.setArchived(dialog.project, true) }
        }
        onClose={onClose}
      />
    );
  return (
    <Part onClose={onClose}>
      <ProjectForm project={project} clientId={clientId} actions={actions} onCreated={onCreated} onClose={onClose} />
    </Part>
  );
}
