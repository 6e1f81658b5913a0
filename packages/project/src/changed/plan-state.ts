import { parseJson, serialize, type JsonValue } from "@traffic-policy/policy-language";
import { isTerraformPlan, priorState } from "@traffic-policy/policy-language/internal";
import { ExplainedError, Files } from "../files/files.ts";
import type { Revision } from "./revisions.ts";

/** The name that stands for the state in a plan of Terraform, where a revision can stand. */
export const stateOfPlan = "state";

/** Checks whether a file is a plan of Terraform in JSON. */
export function isPlan(file: string, files: Files): boolean {
  return isTerraformPlan(documentIn(files.textIfReadable(file) ?? ""));
}

/**
 * Returns the state that a plan was made for, as an earlier revision of the file.
 *
 * @param file - absolute path
 * @throws ExplainedError when the file cannot be read, is no plan, or has no state
 */
export function stateRevision(file: string, files: Files): Revision {
  const name = files.nameOf(file);
  const document = documentIn(files.textOf(file));
  if (!isTerraformPlan(document)) {
    throw new ExplainedError(
      `${name}: It is not a plan of Terraform in JSON, so it has no state.`,
      {
        help: "`terraform show -json p` prints the plan that `terraform plan -out p` has written.",
      },
    );
  }
  const state = priorState(document);
  if (state === undefined) {
    throw new ExplainedError(`${name}: The plan has no prior_state, but it does not create all.`, {
      help: "Print it again with `terraform show -json`, without a filter.",
    });
  }
  const before = new Files(files.folder, undefined, { runsCode: false });
  before.give(file, serialize(state));
  return { name: `the state in ${name}`, files: before, has: (other) => other === file };
}

function documentIn(text: string): JsonValue | undefined {
  const { value, errors } = parseJson(text);
  return errors.length > 0 ? undefined : value;
}
