import {
  checkedFiles,
  configurationText,
  gitignoreText,
  manifestText,
  projectDependencies,
  projectScripts,
  tsconfigText,
  type ProjectTarget,
} from "@traffic-policy/policy-builder/project";
import { parseJson } from "@traffic-policy/policy-language";
import { dialectNameOf, type HeldSource } from "@traffic-policy/policy-language/internal";
import type { BuiltPolicy, Problem } from "../work/messages.ts";
import { Refusal } from "../work/refusal.ts";
import type { PlaygroundState, WrittenPolicy } from "./state.ts";

/**
 * A project as a zip: the output of `traffic-policy init --ci none`, with the policy, cases and assertions of a
 * state.
 */
export type PackedProject =
  | { readonly state: "packed"; readonly name: string; readonly bytes: Uint8Array }
  | { readonly state: "refused"; readonly problem: Problem };

declare const PLAYGROUND_VERSION: string;

const version = typeof PLAYGROUND_VERSION === "undefined" ? "latest" : PLAYGROUND_VERSION;

const folder = "policy-project";

/**
 * Packs a state as a project.
 *
 * @param built - the policy object, when the policy is in TypeScript and runs; it may tell its protocol
 */
export async function packProject(
  state: PlaygroundState,
  built?: BuiltPolicy,
): Promise<PackedProject> {
  if (state.policy.text.trim() === "") {
    const problem = { message: "The policy is empty.", input: "policy" } as const;
    return { state: "refused", problem };
  }
  const protocol = built?.protocol ?? state.protocol ?? "http";
  const read = await readPolicy(built ?? state.policy);
  if ("message" in read) return { state: "refused", problem: read };
  const kind =
    dialectNameOf(read.document) === "phases"
      ? "cloud-endpoint"
      : protocol === "http"
        ? "https-route"
        : "tcp-edge";
  const name = protocol === "http" ? "web" : "ssh";
  const files = Object.entries(projectFiles(state, { name, kind }));
  // Loaded only here: most pages pack nothing.
  const { strToU8, zipSync } = await import("fflate");
  const entries = files.map(([path, text]) => [`${folder}/${path}`, strToU8(text)] as const);
  return { state: "packed", name: `${folder}.zip`, bytes: zipSync(Object.fromEntries(entries)) };
}

/** Reads the policy; returns the problem of a text that cannot be the policy of a project. */
async function readPolicy({
  language,
  text,
}: BuiltPolicy | WrittenPolicy): Promise<Pick<HeldSource, "document"> | Problem> {
  const { heldPoliciesIn } = await import("../work/held-policies.ts");
  const written = language === "yaml" ? "yaml" : "json";
  try {
    const { usual } = await heldPoliciesIn({ language: written, text }, "policy");
    if (usual?.held === undefined) return { document: usual?.document };
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
  return {
    message: "The text is no policy alone: it holds the policy of something else.",
    help: "Commands read it where it stands, in a file of your own.",
    input: "policy",
  };
}

function projectFiles(
  { policy, cases = "", assertions = "" }: PlaygroundState,
  { name, kind }: Pick<ProjectTarget, "name" | "kind">,
): Readonly<Record<string, string>> {
  const target: ProjectTarget = {
    name,
    kind,
    policyFile: `policies/${name}.policy.${endings[policy.language]}`,
  };
  const hasCases = cases.trim() !== "";
  const manifest = {
    ...(JSON.parse(manifestText(folder)) as object),
    scripts: projectScripts({ place: ".", hasCases }),
    devDependencies: projectDependencies(version),
  };
  return {
    [target.policyFile]: ended(policy.text),
    ...(hasCases && { [`policies/${name}.cases.${endingOf(cases)}`]: ended(cases) }),
    ...(assertions.trim() !== "" && {
      [`policies/${name}.assertions.${endingOf(assertions)}`]: ended(assertions),
    }),
    "traffic-policy.config.ts": configurationText(target),
    "tsconfig.json": tsconfigText(checkedFiles, false),
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    ".gitignore": gitignoreText,
  };
}

const endings = { json: "json", yaml: "yaml", typescript: "ts" } as const;

function endingOf(text: string): "json" | "yaml" {
  return parseJson(text).errors.length === 0 ? "json" : "yaml";
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
