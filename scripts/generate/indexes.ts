import { actionData } from "./action-data.ts";
import { commandIndexes } from "./command-indexes.ts";
import { folderIndex } from "./folder-index.ts";
import { formatIndex } from "./format-index.ts";
import { formatted } from "./formatted.ts";
import type { GeneratedFile } from "./generated-file.ts";

const catalogue = "packages/policy-language/src/catalogue";
const dialects = ["directions", "phases"];

/**
 * The indexes of folders. They come first, and this module imports nothing that is generated: what is generated from
 * code imports these indexes, and would see those of before.
 */
export async function generatedIndexes(): Promise<GeneratedFile[]> {
  return formatted([
    ...(await Promise.all(
      dialects.map((dialect) => actionData(`${catalogue}/${dialect}/actions`)),
    )),
    ...dialects.map((dialect) =>
      folderIndex({
        folder: `${catalogue}/${dialect}/variables`,
        type: { name: "VariableNamespace", from: "../../variable.ts" },
        variable: "namespaces",
      }),
    ),
    ...["shared", "phases"].map((owner) =>
      folderIndex({
        folder: `${catalogue}/${owner}/records`,
        type: { name: "RecordDefinition", from: "../../variable.ts" },
        variable: "records",
      }),
    ),
    folderIndex({
      folder: "packages/policy-lint/src/rules",
      type: { name: "LintRule", from: "../rule.ts" },
      variable: "rules",
      named: true,
    }),
    effectIndex("packages/policy-engine/src"),
    folderIndex({
      folder: "packages/policy-engine/src/variables/namespaces",
      type: { name: "VariableReaders", from: "../reader.ts" },
      variable: "readers",
    }),
    folderIndex({
      folder: "packages/policy-proof/src/questions",
      type: { name: "Question", from: "../question.ts" },
      variable: "questions",
      named: true,
    }),
    reportFormatIndex("packages/report/src"),
    ...commandIndexes(),
  ]);
}

/** The index of the formats of reports, in the sources of `report`. */
export function reportFormatIndex(source: string): GeneratedFile {
  return formatIndex(`${source}/formats`, { name: "ReportFormat", from: "../reporter.ts" });
}

/** The index of what actions do, in the sources of `policy-engine`. */
export function effectIndex(source: string): GeneratedFile {
  return folderIndex({
    folder: `${source}/actions`,
    type: { name: "ActionEffect", from: "../action/effect.ts" },
    variable: "effects",
    named: true,
  });
}
