import { Combobox, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Check, Tag } from "lucide-react";
import { useEffect, useState } from "react";
import { tagsQuery } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { findByName } from "#time/find-by-name.ts";
import { useOpenedList } from "./use-opened-list.ts";
import classes from "./tag-picker.module.css";

interface Props {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  disabled?: boolean;
}

/** The labels of an entry: those that are in use, or new ones. */
export function TagPicker({ tags, onChange, disabled = false }: Props) {
  const { time } = useText();
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => setSearch(""),
  });
  useOpenedList(combobox.dropdownOpened);
  useEffect(() => {
    if (combobox.dropdownOpened) combobox.focusSearchInput();
  }, [combobox.dropdownOpened]);
  // Only now is the option there that adds a tag.
  useEffect(() => {
    if (search !== "") combobox.selectFirstOption();
  }, [search, combobox.selectFirstOption]);
  const known = useQuery({ ...tagsQuery, enabled: combobox.dropdownOpened }).data ?? [];
  const name = search.trim();
  const all = [...tags.map((tag) => ({ name: tag })), ...known.filter((each) => !tags.includes(each.name))];
  const found = name === "" ? all : findByName(all, name);
  const isNew = name !== "" && !all.some((each) => each.name.toLowerCase() === name.toLowerCase());
  const toggle = (tag: string) =>
    onChange(tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag].slice(0, 20));
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={toggle}
      width={240}
      position="bottom-start"
      withinPortal
      keepMounted={false}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.button}
          aria-label={`${time.tags}: ${tags.length === 0 ? time.noTags : tags.join(", ")}`}
          disabled={disabled}
          onClick={() => combobox.toggleDropdown()}
        >
          <Tag size={16} aria-hidden />
          {tags.length > 0 && <span className={classes.names}>{tags.join(", ")}</span>}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={time.findTag}
          placeholder={time.findTag}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Combobox.Options mah={240} className={classes.options} aria-label={time.findTag}>
          {isNew && <Combobox.Option value={name}>{time.createTag(name)}</Combobox.Option>}
          {found.slice(0, 50).map((each) => (
            <Combobox.Option key={each.name} value={each.name} className={classes.option}>
              <Check size={14} aria-hidden className={tags.includes(each.name) ? undefined : classes.hidden} />
              {each.name}
              {tags.includes(each.name) && <span className="visually-hidden">{time.chosen}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
