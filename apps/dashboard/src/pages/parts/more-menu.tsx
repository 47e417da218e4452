import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { MenuButton } from "#ui/menu.tsx";
import classes from "./icon-button.module.css";

interface Props {
  /** The accessible name: "Actions of “Website”". */
  label: string;
  /** Items of the menu. */
  children: ReactNode;
}

/** The actions of a row or a screen behind one button. */
export function MoreMenu({ label, children }: Props) {
  return (
    <MenuButton className={classes.button} aria-label={label} title={label} items={children}>
      <EllipsisVertical size={16} aria-hidden />
    </MenuButton>
  );
}
