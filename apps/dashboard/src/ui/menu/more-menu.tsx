import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { iconLook } from "#ui/button/button.tsx";
import { MenuButton } from "./menu.tsx";

interface Props {
  /** The accessible name, such as "Actions for “Website”". */
  label: string;
  children: ReactNode;
}

export function MoreMenu({ label, children }: Props) {
  return (
    <MenuButton {...iconLook} title={label} items={children}>
      <EllipsisVertical size={16} aria-hidden />
    </MenuButton>
  );
}
