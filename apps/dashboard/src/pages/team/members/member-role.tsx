import type { Member } from "@stint/sdk";
import { Check, ChevronDown } from "lucide-react";
import { useMe } from "#api/queries.ts";
import { isAbove, roles } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { buttonLook } from "#ui/button/button.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { MenuButton, MenuItem } from "#ui/menu/menu.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import classes from "#pages/team/parts/team.module.css";
import { mayChange, useMemberUpdate } from "./use-member-update.tsx";

const look = buttonLook("quiet", true);

/** A member's role. People who may change it choose another one in a menu, which says what each role can do. */
export function MemberRole({ member }: { member: Member }) {
  const { roles: names } = useText().shell;
  const words = useTeamWords();
  const me = useMe();
  const action = useAction();
  const { update, proof } = useMemberUpdate();
  const { name, role } = member;
  if (member.status !== "active" || !mayChange(member, me)) return names[role];
  const choose = async (next: Member["role"]) =>
    void (next === role || (await update(member, { role: next }, words.roleChanged(name, names[next]))));
  return (
    <>
      <MenuButton
        {...look}
        className={`${look.className} ${classes.role}`}
        aria-label={`${words.roleOf(name)}: ${names[role]}`}
        align="start"
        width={320}
        items={roles
          .filter((each) => !isAbove(each, me.role))
          .map((each) => (
            <MenuItem key={each} onClick={() => action.run(() => choose(each))}>
              {names[each]} {each === role && <Check size={14} aria-label={words.now} role="img" />}
              <span className="small">
                <br />
                {words.roles[each]}
              </span>
            </MenuItem>
          ))}
      >
        {names[role]} <ChevronDown size={14} aria-hidden />
      </MenuButton>
      <ErrorLine>{action.message}</ErrorLine>
      {proof}
    </>
  );
}
