import { Menu } from "@mantine/core";
import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./icon-button.module.css";

interface Props {
  /** The accessible name: "Actions of “Website”". */
  label: string;
  /** Items of Mantine's menu. */
  children: ReactNode;
}

/** The actions of a row or a screen behind one button. */
export function MoreMenu({ label, children }: Props) {
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={label} title={label}>
          <EllipsisVertical size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
