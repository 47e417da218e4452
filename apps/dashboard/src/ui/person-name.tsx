import { Avatar } from "./avatar.tsx";
import classes from "./person-name.module.css";

interface Props {
  /** Decides the colour, so that a person has the same one everywhere. */
  id: string;
  name: string;
}

/** A person's name behind their initials. */
export function PersonName({ id, name }: Props) {
  return (
    <span className={classes.person}>
      <Avatar id={id} name={name} size="small" />
      <span>{name}</span>
    </span>
  );
}
