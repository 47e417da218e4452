import { useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { type RefObject, useState } from "react";
import { tagsQuery } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { useFloating } from "#ui/floating/floating.tsx";
import type { ListOption } from "#ui/menu/list-box.tsx";
import { SearchList } from "#ui/menu/search-list.tsx";
import { Button } from "#ui/button/button.tsx";
import classes from "./tag-picker.module.css";

interface Props {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  disabled?: boolean;
}

export function TagPicker({ tags, onChange, disabled = false }: Props) {
  const { time } = useText();
  const { anchor, isOpen, close, button } = useFloating();
  return (
    <>
      <Button
        {...button}
        kind="quiet"
        className={classes.button}
        aria-label={`${time.tags}: ${tags.length === 0 ? time.noTags : tags.join(", ")}`}
        aria-haspopup="listbox"
        disabled={disabled}
      >
        <Tag size={16} aria-hidden />
        {tags.length > 0 && <span className="cut">{tags.join(", ")}</span>}
      </Button>
      {isOpen && <TagList anchor={anchor} tags={tags} onChange={onChange} onClose={close} />}
    </>
  );
}

interface ListProps {
  anchor: RefObject<HTMLElement | null>;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  onClose: () => void;
}

function TagList({ anchor, tags, onChange, onClose }: ListProps) {
  const { time } = useText();
  const [search, setSearch] = useState("");
  // The tags that were selected when the list opened stay on top, so no tag moves while the list is open.
  const [above] = useState(tags);
  const known = useQuery(tagsQuery).data ?? [];
  const name = search.trim();
  const all = [...new Set([...above, ...known.map((each) => each.name), ...tags])].map((tag) => ({ name: tag }));
  const found = name === "" ? all : findByName(all, name);
  const isNew = name !== "" && !all.some((each) => each.name.toLowerCase() === name.toLowerCase());
  const options: ListOption[] = found.map((tag) => ({
    key: tag.name,
    label: <span>{tag.name}</span>,
    isChosen: tags.includes(tag.name),
  }));
  if (isNew) options.push({ key: name, label: time.createTag(name), isChosen: false, isNew: true });
  return (
    <SearchList
      anchor={anchor}
      width={240}
      label={time.findTag}
      search={search}
      onSearch={setSearch}
      options={options}
      onChoose={(tag) =>
        onChange(tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag].slice(0, 20))
      }
      onClose={onClose}
    />
  );
}
