import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { MenuButton } from "./menu.tsx";
import classes from "#ui/button/icon-button.module.css";

interface Props {
  /** The accessible name, such as "Actions for “Website”". */
  label: string;
  children: ReactNode;
}

export function MoreMenu({ label, children }: Props) {
  return (
    <MenuButton className={classes.button} title={label} items={children}>
      <EllipsisVertical size={16} aria-hidden />
    </MenuButton>
  );
}
