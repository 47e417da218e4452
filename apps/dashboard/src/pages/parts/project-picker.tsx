import { Combobox, useCombobox } from "@mantine/core";
import type { Project, Task } from "@stint/sdk";
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { tasksQuery, useClients, useMe, useProjects } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
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
  /** The button's text while nothing is chosen. */
  none?: string;
  onChange: (choice: Choice) => void;
  /** Makes a project of this name and resolves with its id; without it none can be made. */
  onCreate?: ((name: string) => Promise<string>) | undefined;
  disabled?: boolean;
}

/** Chooses a project and a task of it: one list that is narrowed by typing. Projects with one open task show no tasks. */
export function ProjectPicker({ label, value, none, onChange, onCreate, disabled = false }: Props) {
  const { time } = useText();
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const project = useProjects().find(({ id }) => id === value?.projectId);
  const name = project?.name ?? none ?? time.noProject;
  // Closed and without a project, it needs no tasks.
  const task = useAllTasks(combobox.dropdownOpened ? undefined : (value?.projectId ?? "")).find(
    ({ id }) => id === value?.taskId,
  );

  async function choose(key: string): Promise<void> {
    combobox.closeDropdown();
    if (key === "create" && onCreate !== undefined)
      onChange({ projectId: await onCreate(search.trim()), taskId: undefined });
    else {
      const [projectId = "", taskId] = key.split(" ");
      onChange({ projectId, taskId });
    }
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => void choose(key)}
      width={380}
      position="bottom-start"
      withinPortal
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.button}
          aria-label={`${label}: ${name}${task === undefined ? "" : `, ${task.name}`}`}
          disabled={disabled}
          onClick={() => combobox.toggleDropdown()}
        >
          <ColorDot color={projectColor(project)} />
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
            combobox.selectFirstOption();
          }}
        />
        {combobox.dropdownOpened && <Options search={search} canCreate={onCreate !== undefined} />}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The tasks of one project, or of all that can be chosen. */
function useAllTasks(projectId: string | undefined): readonly Task[] {
  const projects = useProjects();
  const wanted = projects.filter(({ id, status }) =>
    projectId === undefined ? status === "active" : id === projectId,
  );
  return useQueries({
    queries: wanted.map(({ id }) => tasksQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}

function Options({ search, canCreate }: { search: string; canCreate: boolean }) {
  const { time } = useText();
  const { scopes } = useMe();
  const projects = useProjects();
  const clients = useClients();
  const tasks = useAllTasks(undefined);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const options = useMemo(() => {
    const open = Map.groupBy(
      tasks.filter(({ status }) => status === "open"),
      ({ projectId }) => projectId,
    );
    const clientName = (project: Project) => clients.find(({ id }) => id === project.clientId)?.name ?? "";
    return projects
      .filter(({ status }) => status === "active")
      .toSorted((left, right) => left.name.localeCompare(right.name))
      .flatMap((project) => {
        const own = open.get(project.id) ?? [];
        const rows: { key: string; project: Project; client: string; task: Task | undefined }[] = own.map((task) => ({
          key: `${project.id} ${task.id}`,
          project,
          client: clientName(project),
          task,
        }));
        return rows.length === 0 ? [{ key: project.id, project, client: clientName(project), task: undefined }] : rows;
      });
  }, [projects, clients, tasks]);
  const found = options.filter(({ project, client, task }) => {
    const text = `${project.name} ${project.code ?? ""} ${client} ${task?.name ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const name = search.trim();
  const isNew = !projects.some((project) => project.name.toLowerCase() === name.toLowerCase());
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
      {canCreate && name !== "" && isNew && scopes.includes("projects:write") && (
        <Combobox.Option value="create">{time.createProject(name)}</Combobox.Option>
      )}
      {found.length === 0 && (name === "" || !canCreate) && <Combobox.Empty>{time.nothingFound}</Combobox.Empty>}
    </Combobox.Options>
  );
}
