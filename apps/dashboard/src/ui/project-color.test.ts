import assert from "node:assert/strict";
import { test } from "node:test";
import {
  projectColors as colorsOfServer,
  replacedColors,
} from "../../../server/src/tracking/ledger/projects/colors.ts";
import { positionOf, projectColors } from "./project-color.ts";

test("the server assigns the colours that the dashboard shows", () => {
  assert.deepEqual(projectColors, colorsOfServer);
  for (const [color, shown] of Object.entries(replacedColors)) assert.equal(positionOf(color), positionOf(shown));
});
