import { test } from "vitest";
import { expectAnswers } from "../language-server/expression/answers.ts";
import { expectShownAsLinted, type Files } from "../language-server/shown-as-linted.ts";
import { filesOf, linesOf, officialPolicies, type CollectedFile } from "./collected.ts";

/** The files as policies of a project. */
function policies(part: string, files: readonly CollectedFile[]): Files {
  return Object.fromEntries(
    files.map(({ name, text }) => [`${part}-${name.replace(".json", ".policy.json")}`, text]),
  );
}

test("an editor shows what lint prints", async () => {
  await expectShownAsLinted({
    ...policies("directions", filesOf("corpus/directions/")),
    ...policies("official", officialPolicies()),
    // Of the many short ones every third, which takes a third of the time.
    ...policies(
      "phases",
      filesOf("corpus/phases/").filter((_file, index) => index % 3 === 0),
    ),
  });
});

test("every expression gets answers at each of its places, also when it is cut off there", async () => {
  for (const [index, text] of linesOf("corpus/expressions-directions.txt").entries()) {
    // Every thirteenth place, beginning elsewhere in each.
    for (let offset = index % 13; offset <= text.length; offset += 13) {
      await expectAnswers(text, offset);
      await expectAnswers(text.slice(0, offset), offset);
    }
  }
});
