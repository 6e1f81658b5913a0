import { isSectionName } from "../../dialects.ts";
import { toPointer, valueAtKeys } from "../../json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { kindOf, type Problem } from "../../schema/schema-problems.ts";
import { nearMiss } from "../../text/nearest.ts";
import { shortened } from "../../text/shown.ts";
import { policyFilesNamedIn } from "./agent.ts";
import {
  hasForm,
  heldPolicies,
  holderPlaces,
  placeGroups,
  type PlaceGroup,
} from "./held-policies.ts";
import type { HolderPlace } from "./holder.ts";
import { manifestsIn } from "./kubernetes.ts";
import { isTerraform, noPolicyText, terraformProblem } from "./terraform.ts";

/**
 * Returns the problems of a document with holders of policies: each place with something else, and the lack of any
 * policy. Empty for all other documents.
 */
export function missingPolicies(document: JsonValue): readonly Problem[] {
  if (!isJsonObject(document)) return [];
  const format = terraformProblem(document);
  if (format !== undefined) return [format];
  const groups = placeGroups(document).filter(({ places }) => places.length > 0);
  if (groups.length === 0) return isTerraform(document) ? [noResource] : [];
  const problems = groups.flatMap((group) => problemsIn(document, group));
  if (problems.length > 0 || heldPolicies(document).length > 0) return problems;
  const [named] = policyFilesNamedIn(document);
  const file = named && shortened(named.name);
  return [
    {
      path: "",
      message: `No policy is in this file${file === undefined ? "" : `; it names ${file}`}.`,
      help: `Check ${file ?? "the file with the policy"} instead.`,
    },
  ];
}

const noResource: Problem = {
  path: "",
  message: "No policy is in this plan or state of Terraform.",
  help: "Resources such as ngrok_cloud_endpoint hold one, in traffic_policy.",
};

/**
 * Returns the reason why a document has no policy where it should have one: see {@link missingPolicies}; a manifest of
 * any other kind has none at all.
 */
export function policyProblems(document: JsonValue): readonly Problem[] {
  const missing = missingPolicies(document);
  if (missing.length > 0 || !isJsonObject(document) || hasSections(document)) return missing;
  const [first] = manifestsIn(document);
  if (holderPlaces(document).length > 0) return [];
  if (first === undefined) return policyAmongOthers(document);
  return [
    {
      path: toPointer(["kind"]),
      message: `No policy is read in a manifest of the kind ${shortened(String(document["kind"]))}.`,
      help: "The kinds that hold one are NgrokTrafficPolicy, CloudEndpoint and AgentEndpoint; a policy itself has no kind.",
    },
  ];
}

/** Reports a policy beside other keys, as in a values file of Helm; one alone has only to be moved. */
function policyAmongOthers(document: JsonObject): readonly Problem[] {
  const keys = Object.keys(document);
  if (keys.includes("actions") && keys.every((key) => ruleKeys.has(key))) return [ruleAlone];
  if (keys.length < 2) return [];
  const path = elsewhere.find((one) => one.length > 0 && hasSections(valueAtKeys(document, one)));
  if (path === undefined) return [];
  return [
    {
      path: toPointer(path),
      message: `No policy is read inside ${path.join(".")} of a file that is about more.`,
      help: "Lint what the file is rendered to, or put the policy into a file of its own.",
    },
  ];
}

const ruleKeys: ReadonlySet<string> = new Set(["name", "expressions", "actions"]);

const ruleAlone: Problem = {
  path: "",
  message: "This is a rule, but not yet a policy.",
  help: "Put it into the list of the phase that it belongs to, such as on_http_request.",
};

function problemsIn(document: JsonObject, { base, places, form }: PlaceGroup): Problem[] {
  const [expected] = places;
  const holdsNone = places.every((place) => !hasForm(valueAtKeys(document, place.path), place));
  if (expected !== undefined && holdsNone && form !== "terraform") {
    const outside = elsewhere.find((path) =>
      hasSections(valueAtKeys(document, [...base, ...path])),
    );
    if (outside !== undefined) return [misplaced([...base, ...outside], expected, base.length)];
  }
  const problems = places.flatMap((place): Problem[] => {
    const path = wrongPath(document, place);
    if (path === undefined) return misspeltKeys(document, place, { base, places, form });
    const text = describeWrong(valueAtKeys(document, path) ?? null, path, form);
    return [{ path: toPointer(path), ...text }];
  });
  return [...new Map(problems.map((problem) => [problem.path, problem])).values()];
}

/** Reports a key that is meant as one on the way to a place: nearly the same, or with a policy below it. */
function misspeltKeys(
  document: JsonObject,
  { path, unread }: HolderPlace,
  { places, form }: PlaceGroup,
): Problem[] {
  if (unread !== undefined || (form !== "manifest" && form !== "agent")) return [];
  const depth = path.findIndex(
    (_, at) => valueAtKeys(document, path.slice(0, at + 1)) === undefined,
  );
  const expected = path[depth];
  const above = path.slice(0, depth);
  const around = valueAtKeys(document, above);
  if (expected === undefined || !isJsonObject(around)) return [];
  const known = new Set(places.map((place) => place.path[depth]));
  return Object.entries(around)
    .filter(([key, value]) => !known.has(key) && (isNear(key, expected) || hasSections(value)))
    .map(([key]) => ({
      path: toPointer([...above, key]),
      message: `Unknown key "${shortened(key)}", so no policy is read below it.`,
      help: `Did you mean "${expected}"?`,
      part: "key",
    }));
}

const isNear = (key: string, expected: string): boolean => nearMiss(key, [expected]) !== undefined;

function misplaced(outside: readonly string[], { path }: HolderPlace, base: number): Problem {
  const where = path.slice(base).join(".");
  return {
    path: toPointer(outside),
    message: `The policy is in the wrong place: here it belongs into ${where}.`,
    help: `Move it to ${where}.`,
  };
}

/** Returns the path of something else than a policy in its place, or than the object around it. */
function wrongPath(document: JsonObject, place: HolderPlace): readonly string[] | undefined {
  if (place.unread !== undefined) return undefined;
  const around = place.path.slice(0, -1);
  const outer = around.at(-1) === "trafficPolicy" ? valueAtKeys(document, around) : null;
  if (outer !== undefined && outer !== null && !isJsonObject(outer)) return around;
  const value = valueAtKeys(document, place.path);
  return value === undefined || hasForm(value, place) ? undefined : place.path;
}

function describeWrong(
  value: JsonValue,
  path: readonly string[],
  form: PlaceGroup["form"],
): Pick<Problem, "message" | "help"> {
  if (form === "terraform") return noPolicyText(value);
  const isText = typeof value === "string";
  const isFile = isText && !value.includes("\n") && form === "agent";
  return {
    message: `"${path.at(-1) ?? ""}" must be an object with phases such as "on_http_request", not ${kindOf(value)}.`,
    help: isFile
      ? "To name a file, write traffic_policy_file."
      : isText
        ? "Write the policy as an object below this key: without quotes, and without | behind it."
        : "Put the rules into the phase in which they run.",
  };
}

/** Common places for a policy that is nested too shallowly or too deeply. */
const elsewhere = [
  "",
  "policy",
  "trafficPolicy",
  "traffic_policy",
  "spec",
  "spec.trafficPolicy",
].map((path) => path.split(".").filter(Boolean));

function hasSections(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).some(isSectionName);
}
