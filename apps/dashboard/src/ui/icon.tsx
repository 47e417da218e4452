import { type ComponentProps, createElement } from "react";

/** The class that the library gives its icons; `base.css` sets their size by it. */
const lucide = "lucide ";

/** Returns the component of an icon. The build passes in Lucide's lines (`scripts/icons.ts`). */
export function createIcon(lines: readonly [tag: string, attributes: object][]) {
  const drawing = lines.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }));
  return function Icon({ size, className = "", children, ...props }: ComponentProps<"svg"> & { size: number }) {
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
        aria-hidden={(children === undefined && props["aria-label"] === undefined) || undefined}
        className={lucide + className}
        {...props}
      >
        {drawing}
        {children}
      </svg>
    );
  };
}
