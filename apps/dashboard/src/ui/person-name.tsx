import { Avatar } from "./avatar.tsx";
import classes from "./avatar.module.css";

interface Props {
  /** Decides the colour, so that a person has the same one everywhere. */
  id: string;
  name: string;
  /** If the name stands in the middle of a line of text. */
  isInText?: boolean;
}

/** A person's name behind their initials. */
export function PersonName({ id, name, isInText = false }: Props) {
  return (
    <span className={classes.person}>
      <Avatar id={id} name={name} size={isInText ? "small" : "medium"} />
      <span>{name}</span>
    </span>
  );
}
