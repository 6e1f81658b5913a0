import { isJsonObject, isList, type JsonObject, type JsonValue } from "../../json-value.ts";
import { kindOf, type Problem } from "../../schema/schema-problems.ts";
import { shortened } from "../../text/shown.ts";
import { holderAt, type HolderPlace } from "./holder.ts";

// Source of the format: "JSON Output Format" in Terraform's documentation. Before Terraform 1.1, its version was 0.

/** Checks whether a document is what `terraform show -json` prints of a plan or a state. */
function isTerraform(document: JsonObject): boolean {
  const { format_version: format, planned_values: planned, values } = document;
  return typeof format === "string" && (isJsonObject(planned) || isJsonObject(values));
}

/** Returns the problem of a plan or a state whose format is of another major version, if there is one. */
export function terraformProblem(document: JsonObject): Problem | undefined {
  const { format_version: format } = document;
  if (!isTerraform(document) || typeof format !== "string" || /^[01]\./.test(format)) return;
  return {
    path: "/format_version",
    message: `The format ${shortened(format)} of Terraform's JSON is not supported.`,
    help: "Formats 0 and 1 are read; a newer version of traffic-policy may read this one.",
  };
}

/** Returns the places for policies in the resources of a plan or a state; empty for other documents. */
export function placesInTerraform(document: JsonObject): readonly HolderPlace[] {
  if (!isTerraform(document) || terraformProblem(document) !== undefined) return [];
  const key = isJsonObject(document["planned_values"]) ? "planned_values" : "values";
  const values = document[key];
  const root = isJsonObject(values) ? values["root_module"] : undefined;
  const unknown = unknownPolicies(document["resource_changes"]);
  return resourcesIn(root, [key, "root_module"]).flatMap((resource) =>
    placesInResource(resource, unknown),
  );
}

interface Resource {
  readonly path: readonly string[];
  readonly resource: JsonObject;
}

function resourcesIn(module: JsonValue | undefined, path: readonly string[]): Resource[] {
  if (!isJsonObject(module)) return [];
  const each = (key: string): Resource[] => {
    const list = module[key];
    return !isList(list)
      ? []
      : list.flatMap((resource, index) =>
          isJsonObject(resource) ? [{ path: [...path, key, String(index)], resource }] : [],
        );
  };
  return [
    ...each("resources"),
    ...each("child_modules").flatMap((child) => resourcesIn(child.resource, child.path)),
  ];
}

/** Returns the addresses of the resources whose policy is known only when the plan is applied. */
function unknownPolicies(changes: JsonValue | undefined): ReadonlySet<JsonValue | undefined> {
  const list = isList(changes) ? changes.filter(isJsonObject) : [];
  return new Set(
    list.flatMap(({ address, change }) => {
      const after = isJsonObject(change) ? change["after_unknown"] : undefined;
      return isJsonObject(after) && isMarked(after["traffic_policy"]) ? [address] : [];
    }),
  );
}

function isMarked(value: JsonValue | undefined): boolean {
  if (isList(value)) return value.some(isMarked);
  return isJsonObject(value) ? Object.values(value).some(isMarked) : value === true;
}

function placesInResource(
  { path, resource }: Resource,
  unknown: ReadonlySet<JsonValue | undefined>,
): HolderPlace[] {
  const { address, type, mode, values, sensitive_values: sensitive } = resource;
  if (typeof type !== "string" || !type.startsWith("ngrok_") || mode === "data") return [];
  if (typeof address !== "string" || !isJsonObject(values)) return [];
  const policy = values["traffic_policy"];
  const isSensitive = isJsonObject(sensitive) && isMarked(sensitive["traffic_policy"]);
  const isUnknown = unknown.has(address);
  // The resources of edges have a block; that of cloud endpoints has a text.
  const inside = isList(policy) ? ["0", "value"] : [];
  if ((policy === undefined || policy === null) && !isUnknown) return [];
  return [
    {
      holder: {
        ...holderAt(address, values["url"] ?? edgeProtocol(type)),
        ...(type === "ngrok_cloud_endpoint" && { isOfCloudEndpoint: true }),
      },
      path: [...path, "values", "traffic_policy", ...inside],
      isText: true,
      ...(isUnknown && { unread: "known only after apply" }),
      ...(isSensitive && { unread: "marked as sensitive" }),
    },
  ];
}

function edgeProtocol(type: string): string | undefined {
  return /^ngrok_(https|tcp|tls)_edge/.exec(type)?.[1];
}

/** Describes a value that is no text where a resource has its policy. */
export function noPolicyText(value: JsonValue): Pick<Problem, "message" | "help"> {
  return {
    message: `"traffic_policy" must be a text with JSON or YAML, not ${kindOf(value)}.`,
    help: "Write it with jsonencode(…), or read a file with file(…).",
  };
}
