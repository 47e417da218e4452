import { Combobox, type ComboboxStore, useCombobox } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { stint } from "#api/client.ts";
import { explainError } from "#api/explain-error.ts";
import { projectsQuery, queryClient, useMe, useProjects, useTasks } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { useOpenedList } from "./use-opened-list.ts";
import { useAreTasksLoading, useProjectChoices } from "./use-project-choices.ts";
import classes from "./project-picker.module.css";

export interface Choice {
  projectId: string;
  /** Undefined: the project's task General. */
  taskId: string | undefined;
}

interface Props {
  /** The accessible name of the button. */
  label: string;
  value: Choice | undefined;
  /** The button while nothing is chosen, if it is not for an entry without a project. */
  none?: { name: string; icon: ReactNode };
  onChange: (choice: Choice) => void;
  disabled?: boolean;
  /** Opens the list as soon as it is true: something waits for the choice. */
  isWanted?: boolean;
  /** The list has been closed, also without a choice. */
  onClose?: () => void;
}

/**
 * Chooses a project and a task of it: one list that is narrowed by typing. A name that no project has can be made one by
 * whoever may.
 */
export function ProjectPicker({ label, value, none, onChange, disabled = false, isWanted = false, onClose }: Props) {
  const text = useText();
  const { time } = text;
  const [problem, setProblem] = useState("");
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
      setProblem("");
      onClose?.();
    },
  });
  useOpenedList(combobox.dropdownOpened);
  useEffect(() => {
    if (combobox.dropdownOpened) combobox.focusSearchInput();
  }, [combobox.dropdownOpened]);
  useEffect(() => {
    if (isWanted) combobox.openDropdown();
  }, [isWanted]);
  const project = useProjects().find(({ id }) => id === value?.projectId);
  const name = project?.name ?? none?.name ?? time.noProject;
  const task = useTasks(value?.projectId).find(({ id }) => id === value?.taskId);

  async function create(): Promise<void> {
    try {
      const { id } = await stint.projects.create({ name: search.trim() });
      await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
      combobox.closeDropdown();
      onChange({ projectId: id, taskId: undefined });
    } catch (error) {
      setProblem(explainError(error, text));
    }
  }

  function choose(key: string): void {
    if (key === "create") return void create();
    combobox.closeDropdown();
    const [projectId = "", taskId] = key.split(" ");
    onChange({ projectId, taskId });
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      width={380}
      position="bottom-start"
      withinPortal
      keepMounted={false}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.button}
          aria-label={`${label}: ${name}${task === undefined ? "" : `, ${task.name}`}`}
          disabled={disabled}
          onClick={() => combobox.toggleDropdown()}
        >
          {(project === undefined && none?.icon) || <ColorDot color={projectColor(project)} />}
          <span className={classes.name}>{name}</span>
          {task !== undefined && <span className={classes.task}>· {task.name}</span>}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={time.findProject}
          placeholder={time.findProject}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setProblem("");
            combobox.selectFirstOption();
          }}
        />
        {combobox.dropdownOpened && <Options search={search} combobox={combobox} />}
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Options({ search, combobox }: { search: string; combobox: ComboboxStore }) {
  const { time } = useText();
  const { scopes } = useMe();
  const projects = useProjects();
  const found = useProjectChoices(search);
  const name = search.trim();
  const areLoading = useAreTasksLoading();
  const first = found[0]?.key;
  // Tasks may arrive after the search was typed: Enter takes the first of what is shown.
  useEffect(() => {
    if (name !== "") combobox.selectFirstOption();
  }, [name, first, areLoading]);
  const mayCreate = scopes.includes("projects:write");
  const firstHint = mayCreate ? time.firstProject : time.firstProjectByOthers;
  const nothing = projects.length === 0 && name === "" ? firstHint : time.nothingFound;
  const canCreate =
    name !== "" &&
    !areLoading &&
    mayCreate &&
    !projects.some((project) => project.name.toLowerCase() === name.toLowerCase());
  return (
    <Combobox.Options mah={320} className={classes.options} aria-label={time.findProject}>
      {found.slice(0, 100).map(({ key, project, client, task }) => (
        <Combobox.Option key={key} value={key} className={classes.option}>
          <ColorDot color={projectColor(project)} />
          <span>{project.name}</span>
          {task !== undefined && <span className={classes.task}>· {task.name}</span>}
          {client !== "" && <span className={classes.client}>{client}</span>}
        </Combobox.Option>
      ))}
      {canCreate && <Combobox.Option value="create">{time.createProject(name)}</Combobox.Option>}
      {found.length === 0 && !canCreate && !areLoading && <Combobox.Empty>{nothing}</Combobox.Empty>}
    </Combobox.Options>
  );
}
