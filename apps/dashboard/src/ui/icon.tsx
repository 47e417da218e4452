import { createElement, type ComponentProps } from "react";

/** Returns the component of an icon. `name` and `lines` are Lucide's, which the build passes in (`scripts/icons.ts`). */
export function createIcon(name: string, lines: readonly [tag: string, attributes: object][]) {
  return function Icon({ size = 24, className = "", children, ...props }: ComponentProps<"svg"> & { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={children === undefined && props["aria-label"] === undefined}
        className={`lucide lucide-${name} ${className}`}
        {...props}
      >
        {...lines.map(([tag, attributes]) => createElement(tag, attributes))}
        {children}
      </svg>
    );
  };
}
