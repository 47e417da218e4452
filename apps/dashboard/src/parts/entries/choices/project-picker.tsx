import { type ReactNode, type RefObject, useDeferredValue, useEffect, useState } from "react";
import { explainError } from "#api/explain-error.ts";
import { byId } from "#api/by-id.ts";
import { useAllTasks, useMe, useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { createProject, firstTask } from "#api/task-of-choice.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { useFloating } from "#ui/floating/floating.tsx";
import type { ListOption } from "#ui/menu/list-box.tsx";
import { projectColor } from "#ui/project-color.ts";
import { SearchList } from "#ui/menu/search-list.tsx";
import { Button } from "#ui/button/button.tsx";
import { type ProjectChoice, useAreChoicesLoading, useProjectChoices, useMayCreate } from "./use-project-choices.ts";
import classes from "./project-picker.module.css";

export interface Choice {
  projectId: string;
  /** Undefined lets `taskOfChoice` pick or create the task. */
  taskId: string | undefined;
}

interface Props {
  /** The button's accessible name. */
  label: string;
  value: Choice | undefined;
  /** The button's text and icon while nothing is selected. Default: those of an entry without a project. */
  none?: { name: string; icon: ReactNode };
  onChange: (choice: Choice) => void;
  disabled?: boolean;
  /** The list opens when this becomes true, because an action is waiting for the choice. */
  isWanted?: boolean;
  /** Called when the list closes, even without a choice. */
  onClose?: () => void;
}

/**
 * Chooses a project and task from one list, filtered by typing. People with the right to create projects can create one
 * from an unknown name.
 */
export function ProjectPicker({ label, value, none, onChange, disabled = false, isWanted = false, onClose }: Props) {
  const { time } = useText();
  const { anchor, isOpen, open, close, button } = useFloating(onClose);
  useEffect(() => {
    if (isWanted) open();
  }, [isWanted, open]);
  const project = byId(useProjects()).get(value?.projectId ?? "");
  const name = project?.name ?? none?.name ?? time.noProject;
  const task = byId(useAllTasks(project !== undefined)).get(value?.taskId ?? "");
  return (
    <>
      <Button
        {...button}
        kind="quiet"
        className={classes.button}
        aria-label={`${label}: ${name}${task === undefined ? "" : `, ${task.name}`}`}
        aria-haspopup="listbox"
        disabled={disabled}
      >
        {(project === undefined && none?.icon) || <ColorDot color={projectColor(project)} />}
        <span className="cut">{name}</span>
        {task !== undefined && <span className={`cut ${classes.task}`}>· {task.name}</span>}
      </Button>
      {isOpen && (
        <ProjectList
          anchor={anchor}
          onChoose={(choice) => {
            close();
            onChange(choice);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface ListProps {
  anchor: RefObject<HTMLElement | null>;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}

function ProjectList({ anchor, onChoose, onClose }: ListProps) {
  const text = useText();
  const { time } = text;
  const { scopes } = useMe();
  const [search, setSearch] = useState("");
  const [problem, setProblem] = useState("");
  const projects = useProjects();
  // Deferred, so that the field appears, and a letter in it, before thousands of names have been searched.
  const searched = useDeferredValue<string | null>(search, null);
  const found = useProjectChoices(searched ?? undefined);
  const areLoading = useAreChoicesLoading() || searched === null;
  const name = searched?.trim() ?? "";
  const mayCreate = scopes.includes("projects:write");
  const canCreate = useMayCreate(name);
  const firstHint = mayCreate ? time.firstProject : time.firstProjectByOthers;
  const nothing = projects.length === 0 && name === "" ? firstHint : time.nothingFound;

  async function create(): Promise<void> {
    try {
      onChoose({ projectId: await createProject(name), taskId: undefined });
    } catch (error) {
      setProblem(explainError(error, text));
    }
  }

  function choose(key: string): void {
    if (key === "create") return void create();
    const [projectId = "", taskId] = key.split(" ");
    onChoose({ projectId, taskId });
  }

  const options = found.slice(0, 100).map(toOption);
  if (canCreate) options.push({ key: "create", label: time.createProject(name), isNew: true });
  return (
    <SearchList
      anchor={anchor}
      width={380}
      label={time.findProject}
      search={search}
      onSearch={(typed) => {
        setSearch(typed);
        setProblem("");
      }}
      options={options}
      isLoading={areLoading || searched !== search}
      onChoose={choose}
      onClose={onClose}
    >
      {options.length === 0 && !areLoading && <p className="small inset">{nothing}</p>}
      {found.some(({ task }) => task?.name === firstTask) && <p className="small inset">{time.generalTask}</p>}
      <p role="alert" className="error inset">
        {problem}
      </p>
    </SearchList>
  );
}

function toOption({ key, project, client, task }: ProjectChoice): ListOption {
  const label = (
    <>
      <ColorDot color={projectColor(project)} />
      <span className="cut">{project.name}</span>
      {task !== undefined && <span className={`cut ${classes.task}`}>· {task.name}</span>}
      {client !== "" && <span className="dim end cut">{client}</span>}
    </>
  );
  return { key, label };
}
